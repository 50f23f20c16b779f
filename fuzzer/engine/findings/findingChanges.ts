import type { Finding } from './finding.ts';
import type { FindingStatus } from './findingStatus.ts';

/** A known finding whose state has changed. */
interface Became {
  fingerprint: string;
  requirement: string;
  was: FindingStatus['state'];
  state: FindingStatus['state'];
}

/** What became of the findings that were known when a campaign began. */
export interface KnownFindingChanges {
  known: number;
  /** The number of known findings that this campaign tried to the end at least once, whether it sent them again or generated them anew. */
  tried: number;
  /** The number of known findings that showed in this campaign. */
  shown: number;
  /** The number of known findings that are not fixed and were not tried to the end. */
  untried: number;
  became: readonly Became[];
}

/** Compares the findings that were known before a run with the store after it. */
export function knownFindingChanges(
  before: readonly Finding[],
  { after, run, shown }: { after: readonly Finding[]; run: string; shown: Readonly<Record<string, unknown>> },
): KnownFindingChanges {
  const was = new Map(before.map(({ fingerprint, standing }) => [fingerprint, standing.state]));
  const known = after.filter(({ fingerprint }) => was.has(fingerprint));
  const untried = known.filter(({ lastRun }) => lastRun !== run);
  const became = known.flatMap(({ fingerprint, requirement, standing: { state } }) => {
    const old = was.get(fingerprint) ?? state;
    return old === state ? [] : [{ fingerprint, requirement, was: old, state }];
  });
  return {
    known: known.length,
    tried: known.length - untried.length,
    shown: known.filter(({ fingerprint }) => Object.hasOwn(shown, fingerprint)).length,
    untried: untried.filter(({ standing }) => standing.state !== 'fixed').length,
    became,
  };
}
