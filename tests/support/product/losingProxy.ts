import { randomUUID } from 'node:crypto';
import { type Amounts, type Outlay, outlayOf, sumOfOutlays } from '../../../runner/selection/outlay.ts';
import { decimal, parseExact } from '../../../schemas/json/exact.ts';
import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { pass } from '../network/proxy.ts';
import { type Behaviour, type ReceivedRequest, serve, type TestServer } from '../network/testServer.ts';

/** One write as the service received it, and whether its answer was lost. */
interface Write {
  path: string;
  body: string;
  isTaken: boolean;
  isLost: boolean;
}

/** A proxy that passes every write on and loses some of the answers. */
export interface LosingProxy extends TestServer {
  readonly writes: readonly Write[];
  /** The amounts moved by the writes that the service accepted. */
  readonly moved: Outlay;
}

const isWrite = ({ request, path }: ReceivedRequest) => request.method === 'POST' && !path.startsWith('/~control');

const operations: Readonly<Record<string, string>> = {
  '/v1/user/payments/payout': 'POST /v1/user/payments/payout',
  '/v1/user/exchange': 'POST /v1/user/exchange',
};

const readText = (text: string) => {
  const parsed = parseExact(text);
  return 'value' in parsed ? parsed.value : undefined;
};

/** The answer to a created order (§ Payments). */
const taken = () => ({ status: 200, headers: [], body: Buffer.from(`ORD-${randomUUID()}`) });

/** The currencies of listed methods by method id. */
type Currencies = Map<string, string>;

function outlayOfWrite({ path, body }: Write, currencies: Currencies): Outlay {
  return outlayOf(operations[path], readText(body), (id) => currencies.get(id));
}

/** Reads the currencies from a methods list that passes through. */
function learn(currencies: Currencies, text: string): void {
  const listed = JSON.parse(text) as { id: string; currency: string }[];
  for (const { id, currency } of Array.isArray(listed) ? listed : []) currencies.set(id, currency);
}

/** Passes every POST on to the service at `upstream`, and resets the connection instead of answering every third. */
export const losingProxy = (upstream: string): Promise<LosingProxy> => countingProxy(upstream, { each: 3 });

/** How a proxy differs from the service: it does not answer every nth write, and it reports refused orders that take from a balance as accepted. */
interface Front {
  each?: number;
  takesAll?: boolean;
}

/** Passes every write on to the service at `upstream` and counts what it moves. */
export async function countingProxy(
  upstream: string,
  { each = Number.POSITIVE_INFINITY, takesAll = false }: Front = {},
): Promise<LosingProxy> {
  const writes: Write[] = [];
  const currencies: Currencies = new Map();
  const reading = pass(upstream, (answer, { path }) => {
    if (path === '/v1/user/methods' && answer.status === 200) learn(currencies, answer.body.toString('utf8'));
    return answer;
  });
  const manner: Behaviour = (asked, response) => {
    if (!isWrite(asked)) return reading(asked, response);
    const write: Write = { path: asked.path, body: asked.body.toString('utf8'), isTaken: false, isLost: false };
    const place = writes.push(write);
    pass(upstream, (upstreamAnswer) => {
      const isStray = takesAll && upstreamAnswer.status >= 400 && write.path in operations;
      const answer = isStray ? { ...upstreamAnswer, ...taken() } : upstreamAnswer;
      write.isTaken = answer.status < 300;
      write.isLost = place % each === 0;
      if (write.isLost) asked.request.socket.resetAndDestroy();
      return answer;
    })(asked, response);
  };
  const served = await serve(manner);
  return Object.defineProperties(served, {
    writes: { value: writes },
    moved: {
      get: () => sumOfOutlays(writes.filter(({ isTaken }) => isTaken).map((one) => outlayOfWrite(one, currencies))),
    },
  }) as LosingProxy;
}

/** Returns the amounts that exceed the forecast. */
export function exceeding(moved: Amounts, foretold: Amounts): string[] {
  return Object.entries(moved).flatMap(([name, amount]) =>
    decimal(amount).gt(decimal(foretold[name] ?? '0')) ? [`${amount} ${name} of ${foretold[name] ?? 'none'}`] : [],
  );
}

/** Returns a key that is equal for two writes of a requirement that differ only in their ids. */
function wordsOf({ requirement, request: { path, body, clientOrderId } }: ExchangeLine): string {
  return `${requirement} ${path} ${(body?.text ?? '').replaceAll(clientOrderId ?? /$^/g, '')}`;
}

/**
 * Returns the writes that repeat an earlier write with a lost answer: with the same id, or with the same content for the same requirement. Leaves out the
 * account of the rate-limit test.
 */
export function repeatedIn(lines: readonly Line[]): string[] {
  const isOurs = ({ request: { method, account } }: ExchangeLine) => method !== 'GET' && account !== 'limited';
  const writes = lines.flatMap((line) => (line.kind === 'exchange' && isOurs(line) ? [line] : []));
  const isAlike = (one: ExchangeLine, other: ExchangeLine) =>
    wordsOf(one) === wordsOf(other) || (one.request.clientOrderId ?? one.id) === other.request.clientOrderId;
  return writes.flatMap((lost) => {
    if (lost.failure === undefined || lost.connection !== undefined) return [];
    const later = writes.filter(({ sentNs }) => BigInt(sentNs) > BigInt(lost.receivedNs));
    return later.filter((one) => isAlike(lost, one)).map(({ id }) => `${id} repeats ${lost.id}: ${wordsOf(lost)}`);
  });
}
