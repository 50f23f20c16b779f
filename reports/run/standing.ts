import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { acceptedLines, seenFailures } from './messages.ts';

/** An entry of the file of known failures. */
type Entry = NonNullable<RequirementVerdict['accepted']>[number];

/** How many digits of a fingerprint are shown to people: enough for the file of known failures. */
const digits = 8;

/** Returns the fingerprint of each failure of a requirement, in full. */
export const fingerprintsOf = ({ broken = [] }: RequirementVerdict): string[] => [
  ...new Set(broken.filter(({ outcome }) => outcome === 'fail').map(({ fingerprint }) => fingerprint)),
];

const shortWords = (fingerprints: readonly string[]) => fingerprints.map((one) => one.slice(0, digits)).join(' ');

/** Writes which of the failures of a requirement that counts are known, and why: the others make it count. */
function partlyKnownLines(requirement: RequirementVerdict, verdict: Verdict): string[] {
  if (requirement.accepted) return [];
  const known = new Map<string, { accepted: Entry; fingerprints: string[] }>();
  for (const { requirement: id, fingerprint, accepted } of seenFailures(verdict)) {
    if (id !== requirement.id || !accepted) continue;
    const key = JSON.stringify(accepted);
    const { fingerprints = [] } = known.get(key) ?? {};
    known.set(key, { accepted, fingerprints: [...fingerprints, fingerprint] });
  }
  return [...known.values()].flatMap(({ accepted, fingerprints }) =>
    acceptedLines({ accepted: [accepted] }).map(
      (line) => `${line} (only ${shortWords(fingerprints)}; the rest counts)`,
    ),
  );
}

/** Names the failures of a requirement by their fingerprints, and says how long each is known, and why it does not count. */
export function standingLines(requirement: RequirementVerdict, verdict: Verdict): string[] {
  const { id } = requirement;
  const tracked = seenFailures(verdict).filter((one) => one.requirement === id);
  const standingOf = ({ firstSeen, times }: (typeof tracked)[number]) =>
    times === 1 ? ', new' : `, since ${firstSeen.slice(0, 10)}, in ${times} runs`;
  const isTracked = new Set(tracked.map(({ fingerprint }) => fingerprint));
  const all = [
    ...tracked.map((one) => ({ fingerprint: one.fingerprint, words: standingOf(one) })),
    // A run that keeps no state knows only what it saw itself.
    ...fingerprintsOf(requirement)
      .filter((fingerprint) => !isTracked.has(fingerprint))
      .map((fingerprint) => ({ fingerprint, words: '' })),
  ];
  const standings = [...new Set(all.map(({ words }) => words))];
  return [
    ...standings.map((words) => {
      const same = all.filter((one) => one.words === words).map(({ fingerprint }) => fingerprint);
      return `failure  ${shortWords(same)}${words}`;
    }),
    ...acceptedLines(requirement),
    ...partlyKnownLines(requirement, verdict),
  ];
}
