import { randomUUID } from 'node:crypto';
import { type Amounts, type Outlay, outlayOf, sumOfOutlays } from '../../../runner/selection/outlay.ts';
import { decimal, parseExact } from '../../../schemas/json/exact.ts';
import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { pass } from '../network/proxy.ts';
import { type Behaviour, type ReceivedRequest, serve, type TestServer } from '../network/testServer.ts';

/** One write as it came to the service, and whether its answer was lost on the way back. */
interface Write {
  path: string;
  body: string;
  isTaken: boolean;
  isLost: boolean;
}

/** A front of a service that hands every write on, and loses the answers to some of them. */
export interface LosingProxy extends TestServer {
  readonly writes: readonly Write[];
  /** What the writes moved that the service has taken. */
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

/** The answer to an order that is made (§ Payments). */
const taken = () => ({ status: 200, headers: [], body: Buffer.from(`ORD-${randomUUID()}`) });

/** The currencies of listed methods, by their ids. */
type Currencies = Map<string, string>;

function outlayOfWrite({ path, body }: Write, currencies: Currencies): Outlay {
  return outlayOf(operations[path], readText(body), (id) => currencies.get(id));
}

/** Reads the methods list where it passes by. */
function learn(currencies: Currencies, text: string): void {
  const listed = JSON.parse(text) as { id: string; currency: string }[];
  for (const { id, currency } of Array.isArray(listed) ? listed : []) currencies.set(id, currency);
}

/** Has every POST done by the service at `upstream`, and resets the connection instead of answering every third. */
export const losingProxy = (upstream: string): Promise<LosingProxy> => countingProxy(upstream, { each: 3 });

/** How a front differs from what is behind it: each of so many writes is not answered, and what is refused of orders that take from a balance is said to be taken. */
interface Front {
  each?: number;
  takesAll?: boolean;
}

/** Hands every write on to the service at `upstream` and counts what it moves. */
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
    pass(upstream, (told) => {
      const isStray = takesAll && told.status >= 400 && write.path in operations;
      const answer = isStray ? { ...told, ...taken() } : told;
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

/** The amounts that are more than was foretold. */
export function exceeding(moved: Amounts, foretold: Amounts): string[] {
  return Object.entries(moved).flatMap(([name, amount]) =>
    decimal(amount).gt(decimal(foretold[name] ?? '0')) ? [`${amount} ${name} of ${foretold[name] ?? 'none'}`] : [],
  );
}

/** What two writes of a requirement are alike in, whatever their ids. */
function wordsOf({ requirement, request: { path, body, clientOrderId } }: ExchangeLine): string {
  return `${requirement} ${path} ${(body?.text ?? '').replaceAll(clientOrderId ?? /$^/g, '')}`;
}

/** Writes of a journal, but for those of the account that is to be used up, whose answer was lost, and that were sent again after that: under the same id, or in the same words for the same requirement. */
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
