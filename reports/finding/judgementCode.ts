import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { answerKey } from './answerKey.ts';
import { type AuthenticatedStep, type CredentialCode, valuesOf } from './credentialCode.ts';
import {
  acceptableStatusClasses,
  type Expectation,
  type Expected,
  expectationOf,
  showingExchange,
} from './expectation.ts';
import { literal, prerequisiteHint, skipCode } from './inconclusive.ts';

/** What a judgement is written from: the finding, its expectation, and the credential of the judged request. */
interface Judged extends Expectation {
  found: Found;
  proof: CredentialCode | undefined;
}

/** Writes a statement that ends the script if the judged answer is of no use. */
const useless = (when: string, wanted: string, hint: string) =>
  skipCode({ when, wanted, seen: 'toldOf(judged)', hint });

const answered = useless('judged.status === 0', 'an answer', 'Run it again.');

const unthrottled = useless('judged.status === 429', 'an answer within the quota', 'Run it again later.');

/** Only Assay can judge the finding. */
const replayHint = 'npx assay replay judges it.';
const unjudged = (wanted: string, seen: string) =>
  skipCode({ when: 'true', wanted, seen: literal(seen), hint: replayHint });

const statusClass = 'Math.floor(judged.status / 100)';

/** Writes an assertion on the first digit of the status. */
const ofClass = (matcher: string) => `  expect(${statusClass}, toldOf(judged)).${matcher};`;

/** A refusal must depend only on the defect of the request. */
function telling({ inconclusiveStatuses }: Judged): string {
  const wanted = 'an answer that does not depend on the credential or on existing records';
  const hint = 'Use an authorised credential and existing ids.';
  return useless(`${literal(inconclusiveStatuses)}.includes(judged.status)`, wanted, hint);
}

function hidden({ proof }: Judged): string {
  if (proof?.secrets === undefined) return unjudged('a secret that is sent with it', 'none');
  const secrets = `((values) => ${proof.secrets})(${valuesOf(proof.variables)})`;
  return `  expect(showsSecret(judged, ${secrets}), "whether the answer shows the secret").toBe(false);`;
}

function unlike({ found }: Judged): string[] {
  const { status = 0, body = '' } = showingExchange(found)?.answer ?? {};
  const isPlain = `${literal(acceptableStatusClasses(found))}.includes(${statusClass})`;
  return [
    answered,
    `  expect(likenessOf(judged)).not.toBe(${literal(answerKey({ status, body }))});`,
    unthrottled,
    useless(`!${isPlain}`, 'the same answer, or one that is plainly valid', replayHint),
  ];
}

/** How each expectation is judged. */
const judgements: Readonly<Record<Expected, (judged: Judged) => string[]>> = {
  refused: (judged) => [answered, unthrottled, telling(judged), ofClass('toBe(4)')],
  accepted: () => [answered, unthrottled, ofClass('toBe(2)')],
  uncrashed: () => [answered, ofClass('toBeLessThan(5)')],
  answered: () => [ofClass('toBeGreaterThan(0)')],
  elsewhere: () => [unjudged('a fault in an answer', 'a fault that shows in a later read')],
  discreet: (judged) => [answered, hidden(judged), unthrottled],
  unlike,
};

/** Writes the code that judges the answers of a script: it skips what shows nothing, and expects what a conforming target answers. */
export function judgementCode(found: Found, proved: readonly AuthenticatedStep[]): string[] {
  const expectation = expectationOf(found);
  const { expected, step, control } = expectation;
  const beside = {
    when: `Math.floor(answer${control}.status / 100) !== 2`,
    wanted: `its control request, step ${control}, to be accepted`,
    seen: `toldOf(answer${control})`,
    hint: prerequisiteHint,
  };
  return [
    ...(control === undefined ? [] : [skipCode(beside)]),
    `  const judged = answer${step};`,
    ...judgements[expected]({ ...expectation, found, proof: proved[step - 1]?.proof }),
  ];
}
