import type { CaseBody, CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { type Piece, piecesOf } from '../../fuzzer/engine/cases/references.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { answerKey } from './answerKey.ts';
import { drawnValues, followsWrite, roundsOf } from './caseSteps.ts';
import { type AuthenticatedStep, type CredentialCode, signedStep, valuesOf, variablesIn } from './credentialCode.ts';
import { acceptableStatusClasses, type Expectation, expectationOf, showingExchange } from './expectation.ts';
import { type FindingOrigin, headingOf, moneyWarning, stepSummary } from './heading.ts';
import { conclusiveStatusHint, conclusiveStatusWanted, lostWriteHint, replayHint } from './inconclusive.ts';
import { playwrightPrelude } from './playwrightPrelude.ts';

/** Writes a value as a JavaScript literal. */
const literal = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

const keyName = (name: string) => (name === '' ? 'key' : `key_${name}`);

function drawnOf(piece: Exclude<Piece, { text: string }>): string {
  if ('key' in piece)
    return piece.length > 0 ? `${keyName(piece.key)}.padEnd(${piece.length}, "x")` : keyName(piece.key);
  return 'after' in piece
    ? `instantIn("${piece.after}")`
    : `valueAt(answer${piece.step}, ${piece.step}, ${literal(piece.pointer)})`;
}

/** Writes one piece of a text as an expression; `as` is the function that escapes a value for its place. */
function expressionOf(piece: Piece, as: string): string {
  if ('text' in piece) return literal(piece.text);
  const value = drawnOf(piece);
  return as === '' ? value : `${as}(${value})`;
}

function textExpression(text: string, as = ''): string {
  return (
    piecesOf(text)
      .map((piece) => expressionOf(piece, as))
      .join(' + ') || '""'
  );
}

function bodyExpression(body: CaseBody | undefined): string | undefined {
  if (!body) return undefined;
  return 'text' in body
    ? `Buffer.from(${textExpression(body.text, 'inJson')})`
    : `Buffer.from(${literal(body.base64)}, "base64")`;
}

function headersOf({ headers, body }: CaseStep): string {
  const all = body?.type === undefined ? headers : [['Content-Type', body.type] as const, ...headers];
  return `[${all.map(([name, value]) => `[${literal(name)}, ${textExpression(value)}]`).join(', ')}]`;
}

const proofFields = ({ variables, headers, query }: CredentialCode) => [
  `values: valuesOf(${literal(variables)})`,
  `sign: ({ values, values: [id = "", secret = ""], body, salt }) => ${headers}`,
  ...(query === undefined ? [] : [`query: (values) => ${query}`]),
];

/** Writes one step as the call that sends it. */
function callOf({ step, proof }: AuthenticatedStep): string {
  const { method, path, body, connection, isLever: isControlAction, until } = step;
  const sent = bodyExpression(body);
  const fields = [
    `method: ${literal(method)}`,
    `path: ${textExpression(path, 'encodeURIComponent')}`,
    `headers: ${headersOf(step)}`,
    ...(sent === undefined ? [] : [`body: ${sent}`]),
    ...(proof ? proofFields(proof) : []),
    ...(connection === 'own' || connection === 'cut' ? [`connection: ${literal(connection)}`] : []),
    ...(isControlAction ? ['isLever: true'] : []),
    ...(until === undefined ? [] : [`until: ${literal(until)}`]),
  ];
  return `send({\n${fields.map((field) => `    ${field},`).join('\n')}\n  })`;
}

/** Returns why a test cannot send a case; undefined if it can. */
function hindranceOf(all: readonly AuthenticatedStep[]): string | undefined {
  if (all.some(({ step: { connection } }) => connection === 'pipelined'))
    return 'its requests are pipelined on one connection, which Node clients cannot do';
  const unwritten = all.find(({ step, proof }) => step.signing !== 'none' && !proof);
  return unwritten && `its faulty signature, ${escapeLine(unwritten.step.fault ?? '')}, cannot be written here`;
}

/** Writes a check that sends nothing more if the answer to an earlier write was lost. */
function lostWriteLines(all: readonly AuthenticatedStep[], round: readonly number[]): string[] {
  const steps = all.map(({ step }) => step);
  if (!followsWrite(steps, round)) return [];
  const before = Array.from({ length: (round[0] ?? 1) - 1 }, (_, at) => `answer${at + 1}`).join(', ');
  const why = `untold("an answer that shows the outcome of the request before", "none", ${literal(lostWriteHint)})`;
  return [`  test.skip([${before}].some(({ status }) => status === 0), ${why});`];
}

function linesOfRound(all: readonly AuthenticatedStep[], round: readonly number[]): string[] {
  const entries = round.map((at) => ({ at, one: all[at - 1] as AuthenticatedStep }));
  const words = entries.map(({ at, one: { step } }) => `  // Step ${at}: ${stepSummary(step)}`);
  const calls = entries.map(({ one }) => callOf(one));
  const [first = 1] = round;
  words.unshift(...lostWriteLines(all, round));
  if (round.length === 1) return [...words, `  const answer${first} = await ${calls[0]};`];
  const names = round.map((at) => `answer${at}`).join(', ');
  return [...words, `  const [${names}] = await Promise.all([`, ...calls.map((call) => `  ${call},`), '  ]);'];
}

const noAnswer = (judged: string) =>
  `  test.skip(${judged}.status === 0, untold("an answer", toldOf(${judged}), "Run it again."));`;

const noQuota = (judged: string) =>
  `  test.skip(${judged}.status === 429, "the quota of the account is spent: the result is inconclusive");`;

const between = (judged: string, from: number, below: number) => [
  `  expect(${judged}.status, toldOf(${judged})).toBeGreaterThanOrEqual(${from});`,
  `  expect(${judged}.status, toldOf(${judged})).toBeLessThan(${below});`,
];

const skipInconclusive = (judged: string, statuses: readonly number[]) =>
  statuses.length === 0
    ? []
    : [
        `  test.skip(${literal(statuses)}.includes(${judged}.status), untold(${literal(conclusiveStatusWanted)}, toldOf(${judged}), ${literal(conclusiveStatusHint)}));`,
      ];

/** Input for an assertion: the name of the judged answer, the inconclusive statuses, the finding, and the credential of its request. */
interface Judged {
  judged: string;
  untelling: readonly number[];
  found: Found;
  proof: CredentialCode | undefined;
}

const assertions: Readonly<Record<Expectation['expected'], (of: Judged) => string[]>> = {
  refused: ({ judged, untelling }) => [
    noAnswer(judged),
    noQuota(judged),
    ...skipInconclusive(judged, untelling),
    ...between(judged, 400, 500),
  ],
  uncrashed: ({ judged }) => [noAnswer(judged), `  expect(${judged}.status, toldOf(${judged})).toBeLessThan(500);`],
  accepted: ({ judged }) => [noAnswer(judged), noQuota(judged), ...between(judged, 200, 300)],
  answered: ({ judged }) => [`  expect(${judged}.status, toldOf(${judged})).toBeGreaterThan(0);`],
  elsewhere: () => [
    '  test.skip(true, "what is wrong shows in a read that followed, not in an answer to the case: npx assay replay judges it");',
  ],
  discreet: ({ judged, proof }) => {
    if (proof?.secrets === undefined)
      return [`  test.skip(true, untold("a secret that is sent with it", "none", ${literal(replayHint)}));`];
    const secrets = `((values) => ${proof.secrets})(${valuesOf(proof.variables)})`;
    return [
      noAnswer(judged),
      `  expect(showsSecret(${judged}, ${secrets}), "whether the answer shows the secret").toBe(false);`,
      noQuota(judged),
    ];
  },
  unlike: ({ judged, found }) => {
    const { status = 0, body = '' } = showingExchange(found)?.answer ?? {};
    return [
      '  // One answer may not show what is wrong: then this test proves less than the campaign does.',
      noAnswer(judged),
      `  expect(likenessOf(${judged})).not.toBe(${literal(answerKey({ status, body }))});`,
      noQuota(judged),
      `  test.skip(!${literal(acceptableStatusClasses(found))}.includes(Math.floor(${judged}.status / 100)), untold("the same answer, or one that is plainly valid", toldOf(${judged}), ${literal(replayHint)}));`,
    ];
  },
};

function judgement(found: Found, proved: readonly AuthenticatedStep[]): string[] {
  const { expected, step, control, inconclusiveStatuses } = expectationOf(found);
  const beside = `  test.skip(answer${control}.status < 200 || answer${control}.status >= 300, "its control request was not accepted: the result is inconclusive");`;
  return [
    ...(control === undefined ? [] : [beside]),
    ...assertions[expected]({
      judged: `answer${step}`,
      untelling: inconclusiveStatuses,
      found,
      proof: proved[step - 1]?.proof,
    }),
  ];
}

/** Writes a Playwright test that sends the case of a finding again and fails if the finding shows; it is skipped if the result is inconclusive. */
export function writePlaywrightTest(found: Found, origin: FindingOrigin): string {
  const { steps } = found.case;
  const proved = steps.map(origin.authenticate ?? signedStep);
  const hindrance = hindranceOf(proved);
  const variables = variablesIn(proved).join(', ') || 'nowhere, for it has none';
  const money = moneyWarning(found);
  const title = escapeLine(`${found.requirement} ${found.operation}: ${found.wanted}`).slice(0, 200);
  return [
    ...headingOf(found, origin).map((line) => `// ${line}`),
    `// Its credential is read from ${variables}, its base address from ASSAY_BASE_URL if that is set.`,
    '// It fails if the finding shows, and is skipped if it could not be sent to its end or an answer is inconclusive.',
    ...playwrightPrelude(origin.baseUrl),
    ...(steps.every(({ method }) => method === 'GET')
      ? []
      : ['// It may have created orders, so it is not retried.', 'test.describe.configure({ retries: 0 });']),
    `test(${literal(title)}, async () => {`,
    ...(money === undefined ? [] : [`  console.error(${literal(money)});`]),
    ...(hindrance === undefined ? [] : [`  test.skip(true, ${literal(hindrance)});`]),
    ...drawnValues(steps).keys.map((name) => `  const ${keyName(name)} = randomUUID();`),
    ...roundsOf(steps).flatMap((round) => linesOfRound(proved, round)),
    ...judgement(found, proved),
    '});',
    '',
  ].join('\n');
}
