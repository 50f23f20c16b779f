import { LosslessNumber, stringify } from 'lossless-json';
import { parseExact } from '../../schemas/json/exact.ts';
import type { CallRequest } from '../protocol/messages.ts';
import { memberOf } from '../record/clientRecord.ts';
import { sampleCall, sampledOperations } from '../scenarios/sampleCalls.ts';
import type { Known } from '../scenarios/scenario.ts';
import { clientOperations } from '../server/operationTable.ts';
import type { Upstream, UpstreamAnswer } from '../server/upstream.ts';

/** Amounts of the bodies of the interface, which are numbers there. */
const amounts: ReadonlySet<string> = new Set(['amount']);

const asNumbers = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      amounts.has(name) && typeof one === 'string' ? new LosslessNumber(one) : asNumbers(one),
    ]),
  );
};

/** Sends a call to the service itself, as a conforming client would. */
async function sent(
  upstream: Upstream,
  { operation: id, path = {}, query = {}, body }: CallRequest,
): Promise<UpstreamAnswer> {
  const operation = clientOperations.get(id);
  if (!operation) throw new Error(`expected an operation of the interface, got ${id}`);
  const filled = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return upstream.send({
    method: operation.method,
    target: search === '' ? filled : `${filled}?${search}`,
    headers: body ? [['content-type', 'application/json']] : [],
    body: Buffer.from(body ? (stringify(asNumbers(body)) ?? '') : ''),
  });
}

const idIn = ({ body }: UpstreamAnswer): string => {
  const parsed = parseExact(body.toString('utf8'));
  const id = 'fault' in parsed ? undefined : memberOf(parsed.value, 'id');
  return typeof id === 'string' ? id : '';
};

/** The order of preparation: what is read is created before. */
const first = ['createPayin', 'createCheckout', 'createRequest'];

/**
 * Sends a valid request of each operation to the service and stores the answers. They are what the rules of scenarios change. Throws if the service refuses
 * one.
 */
export async function prepared(
  upstream: Upstream,
  facts: Pick<Known, 'seed' | 'projectId' | 'freshId' | 'freshUuid' | 'symbolPair'>,
): Promise<{ known: Known; samples: Map<string, UpstreamAnswer> }> {
  const samples = new Map<string, UpstreamAnswer>();
  let known: Known = {
    ...facts,
    paymentId: '',
    checkoutId: '',
    requestId: '',
    records: { payment: '', checkout: '', request: '' },
  };
  for (const operation of [...first, ...sampledOperations.filter((one) => !first.includes(one))]) {
    const answer = await sent(upstream, sampleCall(operation, known));
    if (answer.status >= 300)
      throw new Error(
        `expected the service to accept a valid ${operation}, got ${answer.status} ${answer.body.toString('utf8').slice(0, 200)}`,
      );
    samples.set(operation, answer);
    if (operation === 'createPayin') known = { ...known, paymentId: idIn(answer) };
    if (operation === 'createCheckout') known = { ...known, checkoutId: idIn(answer) };
    if (operation === 'createRequest') known = { ...known, requestId: idIn(answer) };
  }
  const textOf = (operation: string) => samples.get(operation)?.body.toString('utf8') ?? '';
  const records = { payment: textOf('getPayment'), checkout: textOf('getCheckout'), request: textOf('getRequest') };
  return { known: { ...known, records }, samples };
}
