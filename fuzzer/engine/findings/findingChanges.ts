import type { Finding } from './finding.ts';
import type { FindingStatus } from './findingStatus.ts';

/** A known finding that is no longer what it was. */
interface Became {
  fingerprint: string;
  requirement: string;
  was: FindingStatus['state'];
  state: FindingStatus['state'];
}

/** What became of the findings that a campaign knew when it began. */
export interface KnownFindingChanges {
  known: number;
  /** Tried in this campaign at least once to the end, whether sent again or drawn anew. */
  tried: number;
  /** Of those, how many showed. */
  shown: number;
  /** Not fixed, and not tried to an end. */
  untried: number;
  became: readonly Became[];
}

/** Holds the findings that were known before a run against what the store says of them after it. */
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
