import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { compareVerdicts as between } from '../../reports/run/comparison/compare.ts';
import { writeComparison } from '../../reports/run/comparison/comparisonText.ts';
import {
  invalidMember,
  isCount,
  isText,
  listOf,
  mapOf,
  objectWith,
  oneOf,
  optional,
} from '../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { isProblem } from './prepare/selectionOptions.ts';
import { onScreen } from './process/onScreen.ts';

const areCombinations = objectWith({ evidenced: isCount, of: isCount });

const isKnown = objectWith({ reason: isText, until: isText, combination: optional(isText) });

const isBroken = objectWith({
  fingerprint: isText,
  outcome: oneOf('fail', 'warn'),
  wanted: isText,
  seen: isText,
  combination: optional(isText),
});

const isRequirement = objectWith({
  id: isText,
  title: isText,
  kind: isText,
  basis: isText,
  outcome: isText,
  attribution: optional(isText),
  findings: listOf(objectWith({ wanted: isText, seen: isText })),
  learned: optional(mapOf(isText)),
  was: optional(mapOf(isText)),
  broken: optional(listOf(isBroken)),
  held: optional(listOf(isText)),
  accepted: optional(listOf(isKnown)),
  cells: optional(areCombinations),
});

const areTracked = listOf(
  objectWith({ requirement: isText, fingerprint: isText, askedBy: listOf(isText), accepted: optional(isKnown) }),
);

/** The parts of a verdict that are compared. */
const compared = {
  version: (value: Plain | undefined) => value === 1,
  target: objectWith({ name: isText, kind: isText, baseUrl: isText }),
  contract: isText,
  selection: objectWith({
    profile: isText,
    tier: isText,
    asked: optional(listOf(isText)),
    shard: optional(objectWith({ index: isCount, of: isCount })),
  }),
  halt: optional(objectWith({ cause: isText })),
  cells: areCombinations,
  exit: isCount,
  header: optional(objectWith({ run: objectWith({ startedAt: isText }) })),
  history: optional(
    objectWith({
      since: optional(isText),
      new: areTracked,
      known: areTracked,
      fixed: areTracked,
      notAsked: areTracked,
    }),
  ),
  requirements: listOf(isRequirement),
};

/** Returns the verdict file at a place: the file itself, or the one in the folder of a run. */
function fileAt(place: string): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? runFilesOf(place).verdict : place;
}

function parsed(file: string): Plain | undefined {
  try {
    return statSync(file).isFile() ? (JSON.parse(readFileSync(file, 'utf8')) as Plain) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the verdict at a place, or the problem if there is none, or if it is malformed. */
function verdictAt(place: string): Verdict | Problem {
  const file = fileAt(place);
  const value = parsed(file);
  const wrong = isPlainObject(value) ? invalidMember(compared, value) : '';
  if (wrong === undefined) return value as unknown as Verdict;
  const there = existsSync(file) ? 'a file of another kind' : 'no such file';
  const seen = wrong === '' ? there : `a file in which ${wrong} is not what a run of this version writes`;
  const wanted = 'a verdict.json, or the folder of a run';
  return { where: file, wanted, seen, hint: 'Name two of these.' };
}

/**
 * Prints what became worse between two verdicts, what became better, and what still fails. Returns exit code 1 if a failure is a regression: neither other
 * differences count, nor failures that are known, nor those for which one of the runs did not ask.
 */
export function compare(before: string, after: string, { json }: { json?: boolean }): number {
  const [one, other] = [verdictAt(before), verdictAt(after)];
  if (isProblem(one) || isProblem(other))
    throw new ConfigurationError('assay report compare', [one, other].filter(isProblem));
  const comparison = between(one, other);
  const { stdout } = process;
  const shown = () => onScreen(writeComparison(comparison), { isTerminal: stdout.isTTY, columns: stdout.columns });
  stdout.write(json ? `${JSON.stringify(comparison, null, 2)}\n` : shown());
  return comparison.regressions.length > 0 ? 1 : 0;
}
