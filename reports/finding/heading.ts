import { caseOutlay } from '../../fuzzer/engine/cases/caseOutlay.ts';
import type { CaseStep, SuiteTest } from '../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds, outlayWords } from '../text/quantities.ts';
import type { AuthenticatedStep } from './credentialCode.ts';
import { expectationOf, expectationText } from './expectation.ts';

/** Describes the intent of a case. */
export function labelText({ case: { label } }: Found): string {
  return label.is === 'invalid' ? `${label.broken.words} at ${label.broken.place}` : `${label.is}: ${label.because}`;
}

/**
 * The origin of a finding: the address of the target, and the ids of this target that the case names, by their references (`fuzzer/engine/cases/targetIds.ts`).
 */
export interface FindingOrigin {
  baseUrl: string;
  ids?: ReadonlyMap<string, string>;
  /** Returns a step with its credential; by default, steps are signed as interface.md demands. */
  authenticate?(step: CaseStep): AuthenticatedStep;
}

/** Warns that a case names ids that only one target has. */
function idWords({ fingerprint }: Found, { baseUrl, ids = new Map<string, string>() }: FindingOrigin): string[] {
  if (ids.size === 0) return [];
  const named = [...ids].map(([place, id]) => `${id} (${place.slice(2, -2).replace(':', ' ')})`).join(', ');
  return [
    `It names ids of ${baseUrl}, the target on which it was found: ${named}.`,
    `For another target, this command translates them: npx assay replay ${fingerprint} --findings <file of the findings> --target <file of the other>`,
  ];
}

/** Describes the most money that the orders of a case move each time the case is sent; undefined if its orders move no money. */
export function moneyWarning({ case: one }: Found): string | undefined {
  const outlay = caseOutlay(one);
  const isAny = Object.keys({ ...outlay.takes, ...outlay.exchanges }).length > 0;
  return isAny ? escapeLine(`Each time it is sent, it creates new orders: it ${outlayWords(outlay)}.`) : undefined;
}

/** Describes how a conforming target answers. */
export function judgedText(found: Found): string {
  const { expected, step } = expectationOf(found);
  return `the answer to step ${step} is to be ${expectationText[expected]}.`;
}

/** Says which test showed a finding: its requests alone may not show it again. */
const testWords = ({ requirement, seed, day, account = 'the account under test' }: SuiteTest): string =>
  `The test of ${requirement}, as ${account}, showed it by these requests. To run it again: npx assay run --only ${requirement} --seed ${seed} --day ${day}`;

/** Says how long nobody asked for anything before the case. */
const pauseWords = (ms: number): string =>
  `It was sent after a pause of ${minutesAndSeconds(ms)} on the clock of the target; assay replay makes the same pause, these requests do not.`;

/** Describes a finding, one fact per line. Each line is safe in a one-line comment. */
export function headingOf(found: Found, origin: FindingOrigin): string[] {
  const { requirement, operation, wanted, seen, fingerprint, seed } = found;
  const { oracle } = expectationOf(found);
  return [
    `${requirement}: ${operation}`,
    `The case is ${labelText(found)}.`,
    `Wanted: ${wanted}`,
    `Seen: ${seen}`,
    `Judged: ${judgedText(found)}`,
    ...(oracle === undefined ? [] : [`Under ${requirement}, the oracle ${oracle} judges it.`]),
    `Finding ${fingerprint}, of the campaign with seed ${seed}.`,
    ...(found.case.test ? [testWords(found.case.test)] : []),
    ...(found.case.pauseMs === undefined ? [] : [pauseWords(found.case.pauseMs)]),
    ...idWords(found, origin),
    ...[moneyWarning(found) ?? []].flat(),
    'Credentials come from the environment, and so does the base address if ASSAY_BASE_URL is set.',
  ].map(escapeLine);
}

/** Describes a step in a few words, for a one-line comment. */
export function stepSummary({ method, path, signing, fault, account, race, twin: control }: CaseStep): string {
  const words = [
    ...(signing === 'signed' && fault === undefined ? [] : [fault === undefined ? signing : `${signing}: ${fault}`]),
    ...(account === undefined ? [] : [`as ${account}`]),
    ...(race === undefined ? [] : ['at once with its neighbours']),
    ...(control === undefined ? [] : ['a control request']),
  ];
  return escapeLine(`${method} ${path.slice(0, 120)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`);
}
