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

/** Statuses as patterns of the shell: those that are as wanted, and those that do not tell, with what was wanted and what to do. */
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

/** Of a refusal, the statuses that do not tell what it is for. */
const untellingIn = ({ expected, inconclusiveStatuses }: Expectation): NonNullable<Patterns['untold']> =>
  expected === 'refused' && inconclusiveStatuses.length > 0
    ? [[inconclusiveStatuses.join('|'), conclusiveStatusWanted, conclusiveStatusHint]]
    : [];

/** What is said of a status: it is as wanted, it does not tell, or it shows the finding. */
function byStatus({ wanted, untold = [] }: Patterns, expectation: Expectation): string[] {
  const { step, expected } = expectation;
  const said = `the answer to step ${step} is to be ${expectationText[expected]}.`;
  return [
    `status=$(cat "$KEPT/${step}.status")`,
    'case $status in',
    ...[...untold, ...untellingIn(expectation)].map(
      ([pattern, what, hint]) =>
        `  ${pattern}) untold ${shellQuoted(`${what} to step ${step}`)} "$status" '${hint}' ;;`,
    ),
    `  ${wanted}) echo 'As wanted: ${said}' ;;`,
    `  *) shows 'Not as wanted: ${said}' ;;`,
    'esac',
  ];
}

/** Reads the status of an answer, without which nothing can be said. */
const ifAnswered = (step: number) => [
  `status=$(cat "$KEPT/${step}.status")`,
  `isAnswered ${step} || untold 'an answer to step ${step}' "$status" 'Run it again.'`,
];

const ifThrottled = (step: number) =>
  `  *' 429') untold '${throttled[1]} to step ${step}' "$status" '${throttled[2]}' ;;`;

/** What is said of an answer that is to be another than was seen. */
function byLikeness(found: Found, step: number): string[] {
  const { answer } = showingExchange(found) ?? {};
  const seen = answer ? Buffer.from(answerKey(answer)).toString('base64') : '';
  const said = `the answer to step ${step} is to be another than was seen; what is wrong may not show in one answer.`;
  const plain = acceptableStatusClasses(found).join('');
  return [
    ...ifAnswered(step),
    `case "$(likeness ${step} '${seen}') $status" in`,
    `  'like '*) shows 'Not as wanted: ${said}' ;;`,
    ifThrottled(step),
    ...(plain === '' ? [] : [`  *' '[${plain}]??) echo 'As wanted: ${said}' ;;`]),
    `  *) untold 'the same answer to step ${step}, or one that is plainly sound' "$status, another answer" '${replayHint}' ;;`,
    'esac',
  ];
}

/** What is said of an answer that is not to show a secret of ours. */
function bySecret(step: number, proof: CredentialCode | undefined): string[] {
  if (proof?.secrets === undefined) return [`untold 'a secret that is sent with step ${step}' none '${replayHint}'`];
  const said = `the answer to step ${step} is to be ${expectationText.discreet}.`;
  return [
    ...ifAnswered(step),
    `case "$(node -e ${shellQuoted(secretProgram(proof))} "$KEPT/${step}") $status" in`,
    `  'shown '*) shows 'Not as wanted: ${said}' ;;`,
    ifThrottled(step),
    `  'hidden '*) echo 'As wanted: ${said}' ;;`,
    `  *) untold 'to read the answer to step ${step}' "$status" 'Run it again.' ;;`,
    'esac',
  ];
}

/** What is asked of a sound twin: unless it is taken, nothing is said of the target. */
const besides = (twin: number) => [
  `case $(cat "$KEPT/${twin}.status") in`,
  '  2??) ;;',
  `  *) untold 'its sound twin, step ${twin}, accepted' "$(cat "$KEPT/${twin}.status")" ${prerequisiteHintWord} ;;`,
  'esac',
];

/** The end of a script, which says whether the finding shows. */
export function checkLines(found: Found, proved: readonly AuthenticatedStep[]): string[] {
  const expectation = expectationOf(found);
  const { expected, step, control } = expectation;
  const pattern = patterns[expected];
  const { proof } = proved[step - 1] ?? {};
  if (expected === 'elsewhere')
    return [`untold 'what is wrong in an answer' 'that it shows in a read which followed' '${replayHint}'`];
  return [
    ...(control === undefined ? [] : besides(control)),
    ...(pattern ? byStatus(pattern, expectation) : []),
    ...(expected === 'discreet' ? bySecret(step, proof) : []),
    ...(expected === 'unlike' ? byLikeness(found, step) : []),
  ];
}
