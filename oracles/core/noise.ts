import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { memoizedByRecord } from './memoize.ts';

/**
 * Noise means transient failures of a network or of a gateway. This module counts how often a run has seen them, and how often in a row a failure must occur
 * before it no longer counts as noise.
 */

/** True for a failure that no service may answer with: 5xx, a closed connection, or no answer. */
export const isFailure = ({ class: kind, isLost }: Exchange): boolean => kind === 'crashed' || isLost;

/** Returns the kind of a failure. Noise of one kind says little about another. */
const kindOf = ({ line, status }: Exchange): string => line.failure?.code ?? String(status);

interface Noise {
  /** Failures that did not occur again when the request was repeated, by kind. */
  passed: ReadonlyMap<string, number>;
  /** The number of all requests. */
  of: number;
}

/** Returns each repeated exchange with its repetitions, in order, by the id of the first exchange. */
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

const triesOf = (record: RunRecord, first: Exchange) => allTriesOf(record, first).filter(({ isMute }) => !isMute);

/** Counts how often each kind of failure was transient in a run. */
const noiseIn = memoizedByRecord((record): Noise => {
  const passed = new Map<string, number>();
  for (const tries of triesByFirst(record).values())
    if (tries.some((one) => !one.isMute && !isFailure(one)))
      for (const one of tries.filter(isFailure)) passed.set(kindOf(one), (passed.get(kindOf(one)) ?? 0) + 1);
  return { passed, of: record.exchanges.length };
});

/** The accepted probability that a run reports a failure of the target that only chance has caused. */
const tolerated = 0.001;

/** Returns the probability that chance causes these failures of one request in a row somewhere in a run; 0 if no failure was transient. */
function byChance(failures: readonly Exchange[], { passed, of }: Noise): number {
  if (passed.size === 0) return 0;
  return failures.reduce((product, one) => (product * ((passed.get(kindOf(one)) ?? 0) + 0.5)) / (of + 1), of);
}

/** Returns the failures of one request, each separated from the one before by an accepted answer to another request. */
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

/** The most times that a request is repeated, regardless of noise. */
const mostTries = 10;

/** The noise that is assumed for reads. A read is cheap, so it is repeated as if one in a hundred failed by chance, even if the run has not seen that. */
const leastNoise: Noise = { passed: new Map([['any', 20]]), of: 2_000 };

const isQuickRead = ({ line }: Exchange) => line.request.method === 'GET' && line.failure?.code !== 'timeout';

function mayBeNoise(failures: readonly Exchange[], noise: Noise): boolean {
  return failures.length < 2 || byChance(failures, noise) >= tolerated;
}

/**
 * True if a failed request should be repeated before anything is concluded: every try has failed so far, but chance may explain this at the noise rate of the
 * run. If the run has seen no noise, two failures in a row are enough for a conclusion; otherwise the necessary number depends on the noise rate.
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
  const rate = passed === 0 ? '' : `; ${passed} such failures of ${noise.of} requests in this run were transient`;
  const seen = `${first.seen}, then ${others.find((one) => !isFailure(one))?.seen ?? others.at(-1)?.seen ?? 'nothing'}${rate}`;
  return { code: 'unconfirmed', request: first.request, seen, exchanges: tries.map(({ id }) => id) };
}

/** Returns the failures of a request with the accepted answers between them, in order. */
const interleaved = (failures: readonly Exchange[], controls: readonly Exchange[]) =>
  failures.flatMap(({ id }, at) => [id, ...(controls[at] ? [controls[at].id] : [])]);

/**
 * Reports a failure that occurred in every try, more often than the noise of the run explains, with an accepted control between every two tries. Undefined if
 * the answer is not a failure.
 */
export function crashFault(record: RunRecord, exchange: Exchange): Fault | undefined {
  if (!isFailure(exchange) || exchange.line.repeats !== undefined) return undefined;
  if (exchange.line.failure?.code === 'unreachable') return undefined;
  const tries = triesOf(record, exchange);
  const { failures, controls } = partedIn(record, tries);
  if (!tries.every(isFailure) || mayBeNoise(failures, noiseIn(record))) return unconfirmed(record, tries);
  const times = failures.length === 2 ? 'both times' : `all ${failures.length} times`;
  const seen = `${exchange.seen}, ${times}`;
  return { code: 'crashed', request: exchange.request, seen, exchanges: interleaved(failures, controls) };
}

/** Returns the reason why nothing follows from a 5xx: it did not occur often enough to be attributed to the target. */
export function unconfirmedFault(record: RunRecord, exchange: Exchange): Fault | undefined {
  if (exchange.class !== 'crashed') return undefined;
  const { repeats } = exchange.line;
  const first = repeats !== undefined && record.has(repeats) ? record.exchange(repeats) : exchange;
  const fault = crashFault(record, first);
  return fault?.code === 'crashed' ? undefined : fault;
}
