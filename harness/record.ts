import type { Contract } from '../schemas/contract.ts';
import type { Exact, ExactObject } from '../schemas/exact.ts';
import { isObject } from '../schemas/exact.ts';
import { Exchange } from './exchange.ts';
import type { Fault } from './fault.ts';
import type { ClaimLine, EndLine, Halt, Line, SweptLine, TargetFacts } from './lines.ts';

/** Where a payment was seen (§ Payment: returned by list, search, get-by-id, and create pay-in). */
export type Source = 'create' | 'get' | 'list' | 'search';

/** One object as one exchange showed it; `where` names it for a sentence. */
export interface Sighting {
  exchange: Exchange;
  where: string;
  value: ExactObject;
}

/** A payment as one exchange showed it. */
export interface PaymentSighting extends Sighting {
  source: Source;
}

/** A creation that was accepted: the id it answered and the clientOrderId it was sent with. */
export interface Creation {
  exchange: Exchange;
  clientOrderId: string | undefined;
  id: string | undefined;
}

const paymentSources: Readonly<Record<string, Source>> = {
  'POST /v1/user/payments/payin': 'create',
  'GET /v1/user/payments/{id}': 'get',
  'GET /v1/user/payments': 'list',
  'GET /v2/user/payments/search': 'search',
};

/** The property of an object, undefined for a null, an absent one, or when it is no object: null and absent are the same. */
export function field(value: Exact | undefined, name: string): Exact | undefined {
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  return value[name] ?? undefined;
}

/** The property of an object when it is a string. */
export function textField(value: Exact | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

function objectsIn(exchange: Exchange, list: Exact | undefined, at: string): Sighting[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) =>
    isObject(value) ? [{ exchange, where: `${exchange.line.operation} ${at}/${index}`, value }] : [],
  );
}

function paymentsIn(exchange: Exchange): PaymentSighting[] {
  const source = paymentSources[exchange.line.operation ?? ''];
  if (!source || exchange.class !== 'accepted') return [];
  const { json } = exchange;
  const single = isObject(json) ? [{ exchange, where: `${exchange.line.operation}`, value: json }] : [];
  const found: Record<Source, () => Sighting[]> = {
    create: () => single,
    get: () => single,
    list: () => objectsIn(exchange, json, ''),
    search: () => objectsIn(exchange, field(json, 'content'), '/content'),
  };
  return found[source]().map((sighting) => ({ ...sighting, source }));
}

function creationIn(exchange: Exchange): Creation | undefined {
  if (exchange.line.request.method !== 'POST' || exchange.class !== 'accepted') return undefined;
  const id =
    textField(exchange.json, 'id') ?? (exchange.text.trim().startsWith('ORD-') ? exchange.text.trim() : undefined);
  return { exchange, clientOrderId: exchange.line.request.clientOrderId, id };
}

/** Items by key, in their order; what the language will call Map.groupBy from Node 21 on. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

const bySending = (a: { exchange: Exchange }, b: { exchange: Exchange }) =>
  a.exchange.sentNs < b.exchange.sentNs ? -1 : 1;

/** What a run left behind, read from its journal: all that judgement knows. Grows line by line; live and stored are one. */
export class RunRecord {
  readonly contract: Contract;
  readonly claims: ClaimLine[] = [];
  readonly ends: EndLine[] = [];
  readonly methods: Sighting[] = [];
  readonly creations: Creation[] = [];
  readonly payments: PaymentSighting[] = [];
  readonly exchanges: Exchange[] = [];
  swept = false;
  /** Still growing: what only the sweep can show is taken on trust until then. */
  live = false;
  halt: Halt | undefined;
  startedAt = '';
  target: TargetFacts | undefined;
  /** How many lines were taken. */
  lines = 0;
  #sealed = Number.POSITIVE_INFINITY;
  readonly #byId = new Map<string, Exchange>();

  constructor(contract: Contract, lines: readonly Line[] = []) {
    this.contract = contract;
    for (const line of lines) this.#take(line);
    this.#sort();
  }

  /** Takes one more line, as it was written. */
  add(line: Line): void {
    this.#take(line);
    this.#sort();
  }

  /** The exchange with this number. Throws when the journal has none: a claim must not name what was not kept. */
  exchange(id: string): Exchange {
    const found = this.#byId.get(id);
    if (!found) throw new Error(`the journal has no exchange ${id}`);
    return found;
  }

  /** The exchanges of one operation, by its key, in the order in which they were sent. */
  of(operation: string): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.line.operation === operation);
  }

  /** What says that this is not the whole journal of a run: no sweep sealed it, or lines are gone that the seal counted. */
  get lost(): Fault | undefined {
    if (!this.swept)
      return { code: 'lostEvidence', wanted: 'a journal that its sweep sealed', seen: 'no sweep', exchanges: [] };
    // The seal counts the lines before it, and is a line itself.
    if (this.lines > this.#sealed) return undefined;
    const wanted = `${this.#sealed + 1} lines in the journal`;
    return { code: 'lostEvidence', wanted, seen: String(this.lines), exchanges: [] };
  }

  #take(line: Line): void {
    this.lines += 1;
    if (line.kind === 'exchange') this.#takeExchange(new Exchange(line));
    else if (line.kind === 'claim') this.claims.push(line);
    else if (line.kind === 'end') this.ends.push(line);
    else if (line.kind === 'swept') this.#seal(line);
    else if (line.kind === 'halt') this.halt ??= { cause: line.cause, message: line.message };
    else if (line.kind === 'run') {
      this.startedAt = line.startedAt;
      this.target = line.target;
    }
  }

  #seal({ lines }: SweptLine): void {
    this.swept = true;
    this.#sealed = lines;
  }

  #takeExchange(exchange: Exchange): void {
    this.#byId.set(exchange.id, exchange);
    this.exchanges.push(exchange);
    this.payments.push(...paymentsIn(exchange));
    const creation = creationIn(exchange);
    if (creation) this.creations.push(creation);
    if (exchange.line.operation === 'GET /v1/user/methods' && exchange.class === 'accepted')
      this.methods.push(...objectsIn(exchange, exchange.json, ''));
  }

  #sort(): void {
    this.exchanges.sort((a, b) => (a.sentNs < b.sentNs ? -1 : 1));
    this.payments.sort(bySending);
    this.creations.sort(bySending);
  }
}
