import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { shellQuoted } from '../text/shell.ts';
import { answerKey } from './answerKey.ts';
import type { AuthenticatedStep, CredentialCode } from './credentialCode.ts';
import { secretProgram } from './curlFunctions.ts';
import {
  acceptableStatusClasses,
  type Expectation,
  type Expected,
  expectationOf,
  expectationText,
  showingExchange,
} from './expectation.ts';
import { conclusiveStatusHint, conclusiveStatusWanted, prerequisiteHintWord, replayHint } from './inconclusive.ts';

/** Shell patterns for statuses: of the expected answer, and of inconclusive answers, each with the answer that was expected and a hint what to do. */
interface Patterns {
  wanted: string;
  untold?: readonly [pattern: string, wanted: string, hint: string][];
}

const unanswered = ['un*', 'an answer', 'Run it again.'] as const;

const throttled = ['429', 'an answer within the quota', 'Run it again when the quota is free.'] as const;

const patterns: Readonly<Partial<Record<Expected, Patterns>>> = {
  refused: { wanted: '4??', untold: [[...throttled], [...unanswered]] },
  accepted: { wanted: '2??', untold: [[...throttled], [...unanswered]] },
  uncrashed: { wanted: '[1-4]??', untold: [[...unanswered]] },
  answered: { wanted: '[1-5]??' },
};

/** Returns the inconclusive statuses of a refusal: they do not show why the request was refused. */
const untellingIn = ({ expected, inconclusiveStatuses }: Expectation): NonNullable<Patterns['untold']> =>
  expected === 'refused' && inconclusiveStatuses.length > 0
    ? [[inconclusiveStatuses.join('|'), conclusiveStatusWanted, conclusiveStatusHint]]
    : [];

/** Writes the check of a status: as expected, inconclusive, or showing the finding. */
function byStatus({ wanted, untold: inconclusive = [] }: Patterns, expectation: Expectation): string[] {
  const { step, expected } = expectation;
  const said = `the answer to step ${step} is to be ${expectationText[expected]}.`;
  return [
    `status=$(cat "$KEPT/${step}.status")`,
    'case $status in',
    ...[...inconclusive, ...untellingIn(expectation)].map(
      ([pattern, what, hint]) =>
        `  ${pattern}) untold ${shellQuoted(`${what} to step ${step}`)} "$status" '${hint}' ;;`,
    ),
    `  ${wanted}) echo 'As expected: ${said}' ;;`,
    `  *) shows 'Not as expected: ${said}' ;;`,
    'esac',
  ];
}

/** Reads the status of an answer; without an answer the check is inconclusive. */
const ifAnswered = (step: number) => [
  `status=$(cat "$KEPT/${step}.status")`,
  `isAnswered ${step} || untold 'an answer to step ${step}' "$status" 'Run it again.'`,
];

const ifThrottled = (step: number) =>
  `  *' 429') untold '${throttled[1]} to step ${step}' "$status" '${throttled[2]}' ;;`;

/** Writes the check of an answer that has to differ from the recorded one. */
function byAnswerKey(found: Found, step: number): string[] {
  const { answer } = showingExchange(found) ?? {};
  const seen = answer ? Buffer.from(answerKey(answer)).toString('base64') : '';
  const said = `the answer to step ${step} is to be different from the recorded one; one answer may not show what is wrong.`;
  const plain = acceptableStatusClasses(found).join('');
  return [
    ...ifAnswered(step),
    `case "$(likeness ${step} '${seen}') $status" in`,
    `  'like '*) shows 'Not as expected: ${said}' ;;`,
    ifThrottled(step),
    ...(plain === '' ? [] : [`  *' '[${plain}]??) echo 'As expected: ${said}' ;;`]),
    `  *) untold 'the same answer to step ${step}, or one that is plainly valid' "$status, another answer" '${replayHint}' ;;`,
    'esac',
  ];
}

/** Writes the check of an answer that must not show the secret. */
function bySecret(step: number, proof: CredentialCode | undefined): string[] {
  if (proof?.secrets === undefined) return [`untold 'a secret that is sent with step ${step}' none '${replayHint}'`];
  const said = `the answer to step ${step} is to be ${expectationText.discreet}.`;
  return [
    ...ifAnswered(step),
    `case "$(node -e ${shellQuoted(secretProgram(proof))} "$KEPT/${step}") $status" in`,
    `  'shown '*) shows 'Not as expected: ${said}' ;;`,
    ifThrottled(step),
    `  'hidden '*) echo 'As expected: ${said}' ;;`,
    `  *) untold 'to read the answer to step ${step}' "$status" 'Run it again.' ;;`,
    'esac',
  ];
}

/** Writes the check of a control request: if it is not accepted, the result is inconclusive. */
const besides = (twin: number) => [
  `case $(cat "$KEPT/${twin}.status") in`,
  '  2??) ;;',
  `  *) untold 'its control request, step ${twin}, to be accepted' "$(cat "$KEPT/${twin}.status")" ${prerequisiteHintWord} ;;`,
  'esac',
];

/** Writes the end of a script, which reports whether the finding shows. */
export function checkLines(found: Found, proved: readonly AuthenticatedStep[]): string[] {
  const expectation = expectationOf(found);
  const { expected, step, control } = expectation;
  const pattern = patterns[expected];
  const { proof } = proved[step - 1] ?? {};
  if (expected === 'elsewhere')
    return [`untold 'a fault in an answer' 'a fault that shows in a later read' '${replayHint}'`];
  return [
    ...(control === undefined ? [] : besides(control)),
    ...(pattern ? byStatus(pattern, expectation) : []),
    ...(expected === 'discreet' ? bySecret(step, proof) : []),
    ...(expected === 'unlike' ? byAnswerKey(found, step) : []),
  ];
}
