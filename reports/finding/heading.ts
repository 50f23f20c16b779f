import { caseOutlay } from '../../fuzzer/engine/cases/caseOutlay.ts';
import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { outlayWords } from '../text/quantities.ts';
import type { AuthenticatedStep } from './credentialCode.ts';
import { expectationOf, expectationText } from './expectation.ts';

/** What a case was made to be, in words. */
export function labelText({ case: { label } }: Found): string {
  return label.is === 'invalid' ? `${label.broken.words} at ${label.broken.place}` : `${label.is}: ${label.because}`;
}

/** Where a finding was found: the address of the target, and those of its ids that the case names, by their references (`fuzzer/engine/cases/targetIds.ts`). */
export interface FindingOrigin {
  baseUrl: string;
  ids?: ReadonlyMap<string, string>;
  /** What its requests show to be let in; as our interface wants it where nothing is said. */
  authenticate?(step: CaseStep): AuthenticatedStep;
}

/** What is to be known of a case that names what one target alone has. */
function idWords({ fingerprint }: Found, { baseUrl, ids = new Map<string, string>() }: FindingOrigin): string[] {
  if (ids.size === 0) return [];
  const named = [...ids].map(([place, id]) => `${id} (${place.slice(2, -2).replace(':', ' ')})`).join(', ');
  return [
    `It names ids of ${baseUrl}, the target that it was found on: ${named}.`,
    `Another target has others: npx assay replay ${fingerprint} --findings <file of the findings> --target <file of the other> translates them.`,
  ];
}

/** What the orders of a case move at the most whenever it is sent; undefined where it has none. */
export function moneyWarning({ case: one }: Found): string | undefined {
  const outlay = caseOutlay(one);
  const isAny = Object.keys({ ...outlay.takes, ...outlay.exchanges }).length > 0;
  return isAny ? escapeLine(`Each time it is sent it makes orders of its own: it ${outlayWords(outlay)}.`) : undefined;
}

/** What a finding is, one line each, with nothing in it that could end a comment of one line. */
export function headingOf(found: Found, origin: FindingOrigin): string[] {
  const { requirement, operation, wanted, seen, fingerprint, seed } = found;
  const { expected, step, oracle } = expectationOf(found);
  return [
    `${requirement}: ${operation}`,
    `The case is ${labelText(found)}.`,
    `Wanted: ${wanted}`,
    `Seen: ${seen}`,
    `Judged: the answer to step ${step} is to be ${expectationText[expected]}.`,
    ...(oracle === undefined ? [] : [`Under ${requirement} it is the oracle ${oracle} that judges it.`]),
    `Finding ${fingerprint}, of the campaign with seed ${seed}.`,
    ...idWords(found, origin),
    ...[moneyWarning(found) ?? []].flat(),
  ].map(escapeLine);
}

/** A step in a few words, for a comment of one line. */
export function stepSummary({ method, path, signing, fault, account, race, twin }: CaseStep): string {
  const words = [
    ...(signing === 'signed' && fault === undefined ? [] : [fault === undefined ? signing : `${signing}: ${fault}`]),
    ...(account === undefined ? [] : [`as ${account}`]),
    ...(race === undefined ? [] : ['at once with its neighbours']),
    ...(twin === undefined ? [] : ['a sound twin']),
  ];
  return escapeLine(`${method} ${path.slice(0, 120)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`);
}
