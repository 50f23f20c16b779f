import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { answerKey } from './answerKey.ts';
import { type AuthenticatedStep, valuesOf } from './credentialCode.ts';
import {
  acceptableStatusClasses,
  type Expectation,
  type Expected,
  expectationOf,
  showingExchange,
} from './expectation.ts';
import { type Doubt, literal, prerequisiteHint, skipCode } from './inconclusive.ts';

/** What to do if only Assay can judge the finding. */
const replayHint = 'npx assay replay judges it.';

/** What a judgement is written from: the finding, its expectation, the secrets of the judged request as an expression, and the name of the answer. */
interface Judged {
  found: Found;
  expectation: Expectation;
  secrets: string | undefined;
  answer: string;
}

type Write = (judged: Judged) => string[];

/** Writes a check that skips the script if the answer is of no use. */
const skipped =
  (doubt: (judged: Judged) => Omit<Doubt, 'seen'>): Write =>
  (judged) => [skipCode({ seen: `toldOf(${judged.answer})`, ...doubt(judged) })];

/** Writes an assertion on the first digit of the status. */
const ofClass =
  (matcher: string): Write =>
  ({ answer }) => [`  expect(Math.floor(${answer}.status / 100), toldOf(${answer})).${matcher};`];

const answered = skipped(({ answer }) => ({
  when: `${answer}.status === 0`,
  wanted: 'an answer',
  hint: 'Run it again.',
}));

const unthrottled = skipped(({ answer }) => ({
  when: `${answer}.status === 429`,
  wanted: 'an answer within the quota',
  hint: 'Run it again when the quota is free.',
}));

/** A refusal must depend only on the defect of the request. */
const telling = skipped(({ answer, expectation: { inconclusiveStatuses } }) => ({
  when: `${literal(inconclusiveStatuses)}.includes(${answer}.status)`,
  wanted: 'an answer that does not depend on the credential or on existing records',
  hint: 'Use an authorised credential and existing ids.',
}));

const plain = skipped(({ answer, found }) => ({
  when: `!${literal(acceptableStatusClasses(found))}.includes(Math.floor(${answer}.status / 100))`,
  wanted: 'the same answer, or one that is plainly valid',
  hint: replayHint,
}));

const unlike: Write = ({ answer, found }) => {
  const { status = 0, body = '' } = showingExchange(found)?.answer ?? {};
  return [`  expect(likenessOf(${answer})).not.toBe(${literal(answerKey({ status, body }))});`];
};

const hidden: Write = ({ answer, secrets }) =>
  secrets === undefined
    ? [skipCode({ when: 'true', wanted: 'a secret that is sent with it', seen: '"none"', hint: replayHint })]
    : [`  expect(showsSecret(${answer}, ${secrets}), "whether the answer shows the secret").toBe(false);`];

const elsewhere: Write = () => [
  skipCode({
    when: 'true',
    wanted: 'a fault in an answer',
    seen: '"a fault that shows in a later read"',
    hint: replayHint,
  }),
];

/** How each expectation is judged, in this order. */
const judgements: Readonly<Record<Expected, readonly Write[]>> = {
  refused: [answered, unthrottled, telling, ofClass('toBe(4)')],
  accepted: [answered, unthrottled, ofClass('toBe(2)')],
  uncrashed: [answered, ofClass('toBeLessThan(5)')],
  answered: [ofClass('toBeGreaterThan(0)')],
  elsewhere: [elsewhere],
  discreet: [answered, hidden, unthrottled],
  unlike: [answered, unlike, unthrottled, plain],
};

/** Writes the code that judges the answers of a script: it skips what shows nothing, and expects what a conforming target answers. */
export function judgementCode(found: Found, proved: readonly AuthenticatedStep[]): string[] {
  const expectation = expectationOf(found);
  const { expected, step, control } = expectation;
  const { variables = [], secrets } = proved[step - 1]?.proof ?? {};
  const judged: Judged = {
    found,
    expectation,
    secrets: secrets && `((values) => ${secrets})(${valuesOf(variables)})`,
    answer: `answer${step}`,
  };
  const beside = {
    when: `Math.floor(answer${control}.status / 100) !== 2`,
    wanted: `its control request, step ${control}, to be accepted`,
    seen: `toldOf(answer${control})`,
    hint: prerequisiteHint,
  };
  return [
    ...(control === undefined ? [] : [skipCode(beside)]),
    ...judgements[expected].flatMap((write) => write(judged)),
  ];
}
