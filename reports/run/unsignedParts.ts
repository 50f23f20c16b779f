import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { signatureGaps } from '../../schemas/domain/signatureGaps.ts';

/** The requirement that learns which of these properties can be exploited at a target. */
const learnedBy = 'AUT-06';

/** The section of that requirement. */
export const authenticationSection = 'AUT';

/** The heading of the lines below. */
export const unsignedHeading = 'What the signature scheme itself does not protect';

/** Properties that follow from § Authentication for every target, with the keys that record what this target does. */
const properties = [
  {
    words:
      'body and salt are joined without a separator: a captured POST signs a GET whose salt is its body and its salt',
    keys: [signatureGaps.joint],
  },
  {
    words: 'method, path and query are not signed: a captured GET signs any other GET',
    keys: [signatureGaps.path, signatureGaps.query, signatureGaps.replay],
  },
] as const;

const unasked: ReadonlySet<string> = new Set(['not selected', 'not applicable', 'not run', 'deferred']);

function seenOf(requirement: RequirementVerdict | undefined, keys: readonly string[]): string {
  if (!requirement || unasked.has(requirement.outcome)) return 'not asked';
  const { learned = {} } = requirement;
  return keys
    .map((key) => `${key} ${Object.hasOwn(learned, key) ? `was ${learned[key]}` : 'was not shown'}`)
    .join(', ');
}

/**
 * Writes what the signed scheme leaves open in every implementation (§ Authentication), and what this target was observed to do: a heading, then a line for
 * each property.
 */
export function unsignedLines({ requirements }: Pick<Verdict, 'requirements'>): readonly string[] {
  const asked = requirements.find(({ id }) => id === learnedBy);
  return [`${unsignedHeading}:`, ...properties.map(({ words, keys }) => `  ${words} (${seenOf(asked, keys)})`)];
}
