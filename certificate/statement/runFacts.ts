import type { Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import type { RunFacts } from './certificate.ts';

const nsPerMs = 1_000_000n;

/** Returns when the last answer of a run was read, by the wall clock of its machine at the start and the monotonic clock since. */
function endOf({ clock, startedAt }: RunLine, lines: readonly Line[]): string {
  let latestNs = BigInt(clock.monotonicNs);
  for (const line of lines) {
    const ns = line.kind === 'exchange' ? BigInt(line.receivedNs) : 0n;
    if (ns > latestNs) latestNs = ns;
  }
  const ms = clock.wallMs + Number((latestNs - BigInt(clock.monotonicNs)) / nsPerMs);
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : startedAt;
}

/** Returns the first line of a journal that describes its run. */
export const runLineOf = (lines: readonly Line[]): RunLine | undefined =>
  lines.find((line): line is RunLine => line.kind === 'run');

const seconds = (ms: number) => `${ms / 1000} s`;

const termsOf = ({ deadlines }: RunLine['target']): string =>
  `answers within ${seconds(deadlines.answerMs)}, visible within ${seconds(deadlines.visibleMs)}, final within ${seconds(deadlines.finalMs)}`;

/** Returns what a certificate says about its run, from the journal alone. */
export function runFactsOf(run: RunLine, lines: readonly Line[]): RunFacts {
  const { profile, tier, day, only } = run.selection;
  const { seed, startedAt, target } = run;
  return {
    ...{ id: run.run, seed, profile, tier, day, startedAt, endedAt: endOf(run, lines) },
    contract: target.contract === 'own' ? 'own' : 'of the target',
    terms: termsOf(target),
    ...(only && { only: only.length }),
  };
}
