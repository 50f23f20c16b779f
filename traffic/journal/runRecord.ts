import type { Contract } from '../../schemas/load/contract.ts';
import type { Fault } from '../outcome/fault.ts';
import type { TargetFacts } from '../target/targetFacts.ts';
import { Exchange } from './exchange.ts';
import { haltFault } from './haltFault.ts';
import type {
  AssertionLine,
  CombinationsLine,
  ControlActionLine,
  EndLine,
  Halt,
  HaltLine,
  Line,
  PageLine,
  RunLine,
} from './journalTypes.ts';
import { isMadeBy } from './ownIds.ts';
import { ReceivedWebhooks } from './receivedWebhooks.ts';
import { SightingCache } from './sightingCache.ts';
import { type Creation, creationIn, objectsIn, type PaymentSighting, paymentsIn, type Sighting } from './sightings.ts';

/** One run, or one shard of a run, in a record: its number of lines, and the line counts in its final-reads line and its closing line. */
export interface JournalSegment {
  run?: RunLine;
  lines: number;
  sealed?: number;
  closed?: number;
}

/** Returns a fault if a segment is incomplete: it has no final-reads line, or fewer lines than its final-reads line or its closing line gives. */
function lostLines({ run, lines, sealed, closed }: JournalSegment): Fault | undefined {
  const lost = (wanted: string, seen: string): Fault => ({ code: 'lostEvidence', wanted, seen, exchanges: [] });
  if (sealed === undefined) return lost('a journal with a complete final-reads line', 'no sweep');
  if (run === undefined) return lost('a journal with the first line of its run', 'none');
  // The count leaves out the line that states it, so one more line is expected.
  const wanted = Math.max(sealed, closed ?? 0) + 1;
  if (lines >= wanted) return undefined;
  return lost(`${wanted} lines in the journal`, String(lines));
}

export {
  type Creation,
  creationIn,
  field,
  type PaymentSighting,
  paymentsIn,
  type Sighting,
  type Source,
  textField,
} from './sightings.ts';

/** Groups items by key, in order; Node 21 adds this as Map.groupBy. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

const bySending = (a: { exchange: Exchange }, b: { exchange: Exchange }) =>
  a.exchange.sentNs < b.exchange.sentNs ? -1 : 1;

/** A reference to an exchange that the journal does not have. */
export class NotInJournal extends Error {
  override readonly name = 'NotKept';
}

/** The record of a run, built from its journal: everything that oracles may use. It grows line by line; a live and a stored record work the same. */
export class RunRecord {
  readonly contract: Contract;
  /** The first lines of the run, or of each of its shards. */
  readonly runs: RunLine[] = [];
  readonly assertions: AssertionLine[] = [];
  /** What is asserted about other accounts that took part; `recordAs` judges it. */
  readonly assertionsOfOthers: AssertionLine[] = [];
  readonly combinations: CombinationsLine[] = [];
  readonly ends: EndLine[] = [];
  readonly controlActions: ControlActionLine[] = [];
  readonly webhooks = new ReceivedWebhooks();
  /** The visits to pages, by their numbers. */
  readonly pages = new Map<string, PageLine>();
  readonly methods: Sighting[] = [];
  readonly creations: Creation[] = [];
  readonly payments: PaymentSighting[] = [];
  readonly exchanges: Exchange[] = [];
  /** True while the record still grows. Until the record is complete, anything that only the final reads can show is assumed. */
  live = false;
  halt: Halt | undefined;
  /** True if the run was halted before its first test: it is unknown whether any answer came from the target. */
  isUnmet = false;
  /** The segments of each run or shard, in the order of their first lines. */
  readonly #parts: JournalSegment[] = [{ lines: 0 }];
  /** All exchanges by their numbers, also those with pages that are elsewhere. */
  readonly byId = new Map<string, Exchange>();
  /** The clientOrderIds of all requests. */
  readonly #ownIds = new Set<string>();
  readonly #views = new SightingCache();

  constructor(contract: Contract, lines: readonly Line[] = []) {
    this.contract = contract;
    for (const line of lines) this.#take(line);
    this.#sort();
  }

  /** Adds one more line, as it was written. */
  add(line: Line): void {
    const before = this.exchanges.at(-1);
    this.#take(line);
    const last = this.exchanges.at(-1);
    // Exchanges are mostly written in the order of sending, so sorting is rarely needed.
    if (before && last && last.sentNs < before.sentNs) this.#sort();
  }

  /** True if the journal has an exchange with this number. */
  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** Returns the exchange with this number. Throws if the journal has none: an assertion must not name an exchange that was not stored. */
  exchange(id: string): Exchange {
    const found = this.byId.get(id);
    if (!found) throw new NotInJournal(`the journal has no exchange ${String(id)}`);
    return found;
  }

  /** Returns the visit to a page with this number. Throws if the journal has none. */
  page(id: string): PageLine {
    const found = this.pages.get(id);
    if (!found) throw new NotInJournal(`the journal has no page ${String(id)}`);
    return found;
  }

  /** Returns the exchanges of one operation, by its key, in the order of sending; of the account under test unless another one is named. */
  of(operation: string, account?: string): Exchange[] {
    return this.exchanges.filter(({ line }) => line.operation === operation && line.request.account === account);
  }

  /** Returns the combinations that a requirement has, and those that the run tried. */
  combinationsOf(id: string): Pick<CombinationsLine, 'names' | 'chosen'> {
    const own = this.combinations.filter(({ requirement }) => requirement === id);
    return { names: own.flatMap(({ names }) => names), chosen: own.flatMap(({ chosen }) => chosen) };
  }

  /** True if absence may be concluded. */
  get hasFinalReads(): boolean {
    return this.#parts.every(({ sealed }) => sealed !== undefined);
  }

  /** True if every part has its closing line: all scheduled tests have ended in some way. */
  get closed(): boolean {
    return this.#parts.every(({ closed }) => closed !== undefined);
  }

  /** The number of lines added. */
  get lines(): number {
    return this.#parts.reduce((sum, { lines }) => sum + lines, 0);
  }

  /** The start of the run, or of its first shard. */
  get startedAt(): string {
    return this.runs.map(({ startedAt }) => startedAt).sort()[0] ?? '';
  }

  /** True if a text is an id that this run, or one of its shards, has sent, or contains one that it has made. */
  owns(text: string): boolean {
    return this.#ownIds.has(text) || isMadeBy(this.runs, text);
  }

  get target(): TargetFacts | undefined {
    return this.runs[0]?.target;
  }

  /** A fault if this is not the whole journal of a run: it was halted, has no final-reads line, or has fewer lines than that line counted. */
  get lost(): Fault | undefined {
    const lost = this.#parts.map(lostLines).find((fault) => fault !== undefined);
    return lost && this.halt ? haltFault(this.halt) : lost;
  }

  /** A fault if a shard of the run is missing or did not end. A single shard misses all others. */
  get missing(): Fault | undefined {
    const closed = this.#parts.flatMap(({ run, closed }) =>
      closed === undefined ? [] : (run?.selection.shard?.index ?? []),
    );
    const of = this.runs[0]?.selection.shard?.of ?? 0;
    const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !closed.includes(index));
    if (missing.length === 0) return undefined;
    const wanted = `the closing line of shard ${missing.join(', ')} of ${of}`;
    return { code: 'shardMissing', wanted, exchanges: [] };
  }

  #part(line: Line): JournalSegment {
    const last = this.#parts.at(-1);
    if (last && !(line.kind === 'run' && last.run)) return last;
    const part: JournalSegment = { lines: 0 };
    this.#parts.push(part);
    return part;
  }

  #take(line: Line): void {
    const part = this.#part(line);
    part.lines += 1;
    if (line.kind === 'exchange') this.#takeExchange(Exchange.of(line));
    else if (line.kind === 'claim') (line.account === undefined ? this.assertions : this.assertionsOfOthers).push(line);
    else if (line.kind === 'cells') this.combinations.push(line);
    else if (line.kind === 'end') this.ends.push(line);
    else if (line.kind === 'lever') this.controlActions.push(line);
    else if (line.kind === 'page') this.pages.set(line.id, line);
    else if (line.kind === 'swept') part.sealed = line.lines;
    else if (line.kind === 'closed') part.closed = line.lines;
    else if (line.kind === 'halt') this.#end(line);
    else if (line.kind === 'run') {
      part.run = line;
      this.runs.push(line);
    } else this.webhooks.take(line);
  }

  #end({ cause, message, requirement }: HaltLine): void {
    if (this.halt) return;
    this.halt = { cause, message };
    this.isUnmet = requirement === 'preflight';
  }

  #takeExchange(exchange: Exchange): void {
    this.byId.set(exchange.id, exchange);
    const { clientOrderId } = exchange.line.request;
    if (clientOrderId !== undefined) this.#ownIds.add(clientOrderId);
    // The target named this page at an address elsewhere, so the page says nothing about the target's own answers.
    if (exchange.line.request.origin !== undefined) return;
    this.exchanges.push(exchange);
    // An exchange of another account shows no records of the account under test.
    if (exchange.line.request.account !== undefined) return;
    for (const sighting of paymentsIn(exchange)) this.payments.push(this.#views.asBefore(sighting));
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
