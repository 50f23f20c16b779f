import type { CaseBody, CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { type Piece, piecesOf } from '../../fuzzer/engine/cases/references.ts';
import { withLeadingSlash } from '../text/shell.ts';
import { type AuthenticatedStep, type CredentialCode, valuesOf } from './credentialCode.ts';
import { stepSummary } from './heading.ts';
import { literal, skipCode } from './inconclusive.ts';

const keyName = (name: string) => (name === '' ? 'key' : `key_${name}`);

function drawnCode(piece: Exclude<Piece, { text: string }>): string {
  if ('after' in piece) return `instantIn("${piece.after}")`;
  if ('step' in piece) return `valueAt(answer${piece.step}, ${piece.step}, ${literal(piece.pointer)})`;
  return piece.length > 0 ? `${keyName(piece.key)}.padEnd(${piece.length}, "x")` : keyName(piece.key);
}

/** Writes a text as an expression; `as` is the function that escapes a value for its place. */
function textCode(text: string, as = 'String'): string {
  const pieces = piecesOf(text).map((piece) => ('text' in piece ? literal(piece.text) : `${as}(${drawnCode(piece)})`));
  return pieces.join(' + ') || '""';
}

const bodyCode = (body: CaseBody) =>
  'text' in body ? `Buffer.from(${textCode(body.text, 'inJson')})` : `Buffer.from(${literal(body.base64)}, "base64")`;

function headersCode({ headers, body }: CaseStep): string {
  const all = body?.type === undefined ? headers : [['Content-Type', body.type] as const, ...headers];
  return `[${all.map(([name, value]) => `[${literal(name)}, ${textCode(value)}]`).join(', ')}]`;
}

const proofFields = ({ variables, headers, query }: CredentialCode) => [
  `values: ${valuesOf(variables)}`,
  `sign: ({ values, values: [id, secret], body, salt }) => ${headers}`,
  ...(query === undefined ? [] : [`query: (values) => ${query}`]),
];

/** Writes one step as the call that sends it. */
function callCode({ step, proof }: AuthenticatedStep, at: number): string {
  const { method, path, body, connection, isLever: isControlAction, until } = step;
  const fields = [
    `step: ${at}`,
    `method: ${literal(method)}`,
    `path: ${textCode(withLeadingSlash(path), 'encodeURIComponent')}`,
    `headers: ${headersCode(step)}`,
    ...(body ? [`body: ${bodyCode(body)}`] : []),
    ...(proof ? proofFields(proof) : []),
    ...(connection === undefined ? [] : [`connection: ${literal(connection)}`]),
    ...(isControlAction ? ['isLever: true'] : []),
    ...(until === undefined ? [] : [`until: ${literal(until)}`]),
  ];
  return `send({\n${fields.map((field) => `    ${field},\n`).join('')}  })`;
}

/** Groups consecutive steps that are sent at the same time, by their numbers counted from 1. */
function roundsOf(all: readonly AuthenticatedStep[]): number[][] {
  const rounds: number[][] = [];
  for (const [index, { step }] of all.entries()) {
    const isJoined = step.race !== undefined && step.race === all[index - 1]?.step.race;
    if (isJoined) rounds.at(-1)?.push(index + 1);
    else rounds.push([index + 1]);
  }
  return rounds;
}

const isWrite = ({ step: { method, isLever } }: AuthenticatedStep) => method !== 'GET' && !isLever;

/** Writes one round. If it writes after an earlier write whose answer was lost, it is not sent. */
function roundCode(all: readonly AuthenticatedStep[], round: readonly number[]): string[] {
  const before = all.slice(0, (round[0] ?? 1) - 1);
  const entries = round.flatMap((at) => all.slice(at - 1, at).map((one) => ({ at, one })));
  const doubt = {
    when: `[${before.map((_, at) => `answer${at + 1}`).join(', ')}].some(({ status }) => status === 0)`,
    wanted: 'an answer that shows the outcome of the request before',
    seen: '"none"',
    hint: 'Look for its order first: it may have been created, and is not sent again.',
  };
  const calls = entries.map(({ at, one }) => callCode(one, at));
  return [
    ...(before.some(isWrite) && entries.some(({ one }) => isWrite(one)) ? [skipCode(doubt)] : []),
    ...entries.map(({ at, one: { step } }) => `  // Step ${at}: ${stepSummary(step)}`),
    calls.length === 1
      ? `  const answer${round[0]} = await ${calls[0]};`
      : `  const [${round.map((at) => `answer${at}`).join(', ')}] = await Promise.all([${calls.join(', ')}]);`,
  ];
}

/** Returns the names of the fresh ids of a case. */
function keysOf(all: readonly AuthenticatedStep[]): string[] {
  const texts = all.flatMap(({ step: { path, headers, body } }) => [
    path,
    ...headers.map(([, value]) => value),
    ...(body && 'text' in body ? [body.text] : []),
  ]);
  return [...new Set(texts.flatMap(piecesOf).flatMap((piece) => ('key' in piece ? [piece.key] : [])))];
}

/** Writes the code that sends the steps of a case; the answer to step 1 is `answer1`. */
export const stepsCode = (all: readonly AuthenticatedStep[]): string[] => [
  ...keysOf(all).map((name) => `  const ${keyName(name)} = idOf(${literal(name)});`),
  ...roundsOf(all).flatMap((round) => roundCode(all, round)),
];
