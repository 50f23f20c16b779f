import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { memoizedByRecord } from './memoize.ts';

/**
 * What comes and goes by itself, of a network or of what stands before a target: how often a run has seen that, and how many times in a row a failure must be
 * seen before it is none of it.
 */

/** No answer that a service can stand by: 5xx, or the connection closed or left hanging. */
export const isFailure = ({ class: kind, isLost }: Exchange): boolean => kind === 'crashed' || isLost;

/** How something failed: noise of one kind says little of another. */
const kindOf = ({ line, status }: Exchange): string => line.failure?.code ?? String(status);

/** What says nothing of a request: its quota, or a moment in which nobody is to be asked. */
const isMute = ({ class: kind }: Exchange): boolean => kind === 'throttled' || kind === 'unavailable';

interface Noise {
  /** Failures that were gone when the same was asked again, by their kind. */
  passed: ReadonlyMap<string, number>;
  /** All that was sent. */
  of: number;
}

/** An exchange and those that repeat it, in their order, by the number of the first. */
const triesByFirst = memoizedByRecord(({ exchanges }): ReadonlyMap<string, readonly Exchange[]> => {
  const firstOf = new Map<string, string>();
  for (const { id, line } of exchanges)
    if (line.repeats !== undefined) firstOf.set(id, firstOf.get(line.repeats) ?? line.repeats);
  const firsts = new Set(firstOf.values());
  return grouped(
    exchanges.filter(({ id }) => firsts.has(id) || firstOf.has(id)),
    ({ id }) => firstOf.get(id) ?? id,
  );
});

const allTriesOf = (record: RunRecord, first: Exchange): readonly Exchange[] =>
  triesByFirst(record).get(first.id) ?? [first];

const triesOf = (record: RunRecord, first: Exchange) => allTriesOf(record, first).filter((one) => !isMute(one));

/** How often each kind of failure has passed in a run. */
const noiseIn = memoizedByRecord((record): Noise => {
  const passed = new Map<string, number>();
  for (const tries of triesByFirst(record).values())
    if (tries.some((one) => !isMute(one) && !isFailure(one)))
      for (const one of tries.filter(isFailure)) passed.set(kindOf(one), (passed.get(kindOf(one)) ?? 0) + 1);
  return { passed, of: record.exchanges.length };
});

/** So often at most may a run convict by chance alone. */
const tolerated = 0.001;

/** How often chance alone shows these failures of one request in a row, somewhere in a run; none of it where nothing has ever passed. */
function byChance(failures: readonly Exchange[], { passed, of }: Noise): number {
  if (passed.size === 0) return 0;
  return failures.reduce((product, one) => (product * ((passed.get(kindOf(one)) ?? 0) + 0.5)) / (of + 1), of);
}

/** Failures of one request, each parted from the one before by a good answer to another. */
function partedIn(record: RunRecord, failures: readonly Exchange[]): { failures: Exchange[]; controls: Exchange[] } {
  const [first, ...others] = failures;
  const parted = { failures: first ? [first] : [], controls: [] as Exchange[] };
  for (const one of others) {
    const last = parted.failures.at(-1) as Exchange;
    const control = record.exchanges.find(
      ({ class: kind, clock, sentNs, receivedNs }) =>
        kind === 'accepted' && clock === one.clock && sentNs > last.receivedNs && receivedNs < one.sentNs,
    );
    if (!control) continue;
    parted.failures.push(one);
    parted.controls.push(control);
  }
  return parted;
}

/** Nothing is asked more often than this, whatever the noise. */
const mostTries = 10;

/** A read costs so little that it is asked as if one of a hundred failed by itself, which a run may not have seen yet. */
const leastNoise: Noise = { passed: new Map([['any', 20]]), of: 2_000 };

const isQuickRead = ({ line }: Exchange) => line.request.method === 'GET' && line.failure?.code !== 'timeout';

function mayBeNoise(failures: readonly Exchange[], noise: Noise): boolean {
  return failures.length < 2 || byChance(failures, noise) >= tolerated;
}

/**
 * Whether a failure is to be asked about once more before anything follows from it: it failed each time so far, and not yet more often than the noise of the
 * run explains. Twice of two where a run has seen no noise; once it has, as often as its rate asks.
 */
export function needsRetry(record: RunRecord, first: Exchange): boolean {
  const tries = triesOf(record, first);
  const isOver = allTriesOf(record, first).length >= mostTries || !record.has(first.id);
  if (isOver || !tries.every(isFailure)) return false;
  const { failures } = partedIn(record, tries);
  if (mayBeNoise(failures, noiseIn(record))) return true;
  const { passed, of } = leastNoise;
  return isQuickRead(first) && of * ((passed.get('any') ?? 0) / of) ** failures.length >= tolerated;
}

function unconfirmed(record: RunRecord, tries: readonly Exchange[]): Fault {
  const [first, ...others] = tries as [Exchange, ...Exchange[]];
  const noise = noiseIn(record);
  const passed = noise.passed.get(kindOf(first)) ?? 0;
  const rate = passed === 0 ? '' : `; ${passed} such failures of ${noise.of} requests passed in this run`;
  const seen = `${first.seen}, then ${others.find((one) => !isFailure(one))?.seen ?? others.at(-1)?.seen ?? 'nothing'}${rate}`;
  return { code: 'unconfirmed', request: first.request, seen, exchanges: tries.map(({ id }) => id) };
}

/** The failures of a request by turns with the good answers between. */
const byTurns = (failures: readonly Exchange[], controls: readonly Exchange[]) =>
  failures.flatMap(({ id }, at) => [id, ...(controls[at] ? [controls[at].id] : [])]);

/** A failure that came each time, more often than the noise of the run explains, a good control between each two; undefined for an answer that is none. */
export function crashFault(record: RunRecord, exchange: Exchange): Fault | undefined {
  if (!isFailure(exchange) || exchange.line.repeats !== undefined) return undefined;
  if (exchange.line.failure?.code === 'unreachable') return undefined;
  const tries = triesOf(record, exchange);
  const { failures, controls } = partedIn(record, tries);
  if (!tries.every(isFailure) || mayBeNoise(failures, noiseIn(record))) return unconfirmed(record, tries);
  const times = failures.length === 2 ? 'twice of two' : `${failures.length} times of as many`;
  const seen = `${exchange.seen}, ${times}`;
  return { code: 'crashed', request: exchange.request, seen, exchanges: byTurns(failures, controls) };
}

/** Why nothing follows from a 5xx: it was not seen as often as it takes to be the target's. */
export function unconfirmedFault(record: RunRecord, exchange: Exchange): Fault | undefined {
  if (exchange.class !== 'crashed') return undefined;
  const { repeats } = exchange.line;
  const first = repeats !== undefined && record.has(repeats) ? record.exchange(repeats) : exchange;
  const fault = crashFault(record, first);
  return fault?.code === 'crashed' ? undefined : fault;
}
