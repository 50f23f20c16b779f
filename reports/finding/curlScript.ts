import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { type Piece, piecesOf } from '../../fuzzer/engine/cases/references.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { shellQuoted, withLeadingSlash, withoutControlCharacters } from '../text/shell.ts';
import { drawnValues, followsWrite, roundsOf } from './caseSteps.ts';
import { type AuthenticatedStep, signedStep, variablesIn } from './credentialCode.ts';
import { checkLines } from './curlCheck.ts';
import { queryProgram, shellFunctions, signingProgram } from './curlFunctions.ts';
import { type FindingOrigin, headingOf, moneyWarning, stepSummary } from './heading.ts';

type Place = 'path' | 'header' | 'body';

/** How a text that stands as it is is written where it stands: curl reads headers from a configuration that escapes. */
const asIs: Readonly<Record<Place, (text: string) => string>> = {
  path: withoutControlCharacters,
  header: (text) => withoutControlCharacters(text).replaceAll(/[\\"]/g, '\\$&'),
  body: (text) => text,
};

const keyVariable = (name: string) => (name === '' ? 'KEY' : `KEY_${name}`);

const instantVariable = (after: string) => `IN_${after.replace('.', '_')}`;

/** Texts of one step as words of the shell, with the assignments that their values need before. */
class Words {
  readonly assignments: string[] = [];
  readonly #step: number;

  constructor(step: number) {
    this.#step = step;
  }

  /** A text as one word. */
  word(text: string, place: Place): string {
    const words = piecesOf(text).map((piece) =>
      'text' in piece ? shellQuoted(asIs[place](piece.text)) : this.#variable(piece, place),
    );
    return words.join('') || "''";
  }

  /** A text as commands that print it byte by byte: no shell holds the character of number 0. */
  printed(text: string): string {
    if (!text.includes('\0')) return `printf '%s' ${this.word(text, 'body')}`;
    const printed = piecesOf(text).map((piece) =>
      'text' in piece
        ? `bytes ${Buffer.from(piece.text).toString('base64')}`
        : `printf '%s' ${this.#variable(piece, 'body')}`,
    );
    return `{ ${printed.join('; ')}; }`;
  }

  #key({ key, length }: { key: string; length: number }): string {
    const drawn = `"$${keyVariable(key)}"`;
    if (length === 0) return drawn;
    const name = `LONG_${this.#step}_${this.assignments.length + 1}`;
    this.assignments.push(`${name}=$(padded ${drawn} ${length})`);
    return `"$${name}"`;
  }

  #variable(piece: Exclude<Piece, { text: string }>, place: Place): string {
    if ('key' in piece) return this.#key(piece);
    if ('after' in piece) return `"$${instantVariable(piece.after)}"`;
    const name = `VALUE_${this.#step}_${this.assignments.length + 1}`;
    // On a line of its own: a value that is not there ends the script.
    this.assignments.push(`${name}=$(value ${piece.step} ${shellQuoted(asIs.path(piece.pointer))} ${place})`);
    return `"$${name}"`;
  }
}

/** A name that HTTP allows; another would be something else to curl, the name of a file even. */
const isName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** A header as a line of the configuration of curl, where without a value its name ends in a semicolon. */
function headerLine([name, value]: readonly [string, string], words: Words): string {
  if (!isName(name)) return '# A header whose name HTTP does not allow is left out.';
  if (value === '') return `printf '%s\\n' ${shellQuoted(`header = "${name};"`)}`;
  return `printf '%s\\n' ${shellQuoted(`header = "${name}: `)}${words.word(value, 'header')}'"'`;
}

function configuration({ headers, body, isLever }: CaseStep, words: Words): string[] {
  // Of itself curl would name a form, or ask first whether a long body is welcome.
  const own = [...(body && body.type === undefined ? ['Content-Type:'] : []), ...(body ? ['Expect:'] : [])];
  const all = body?.type === undefined ? headers : [['Content-Type', body.type] as const, ...headers];
  return [
    ...own.map((name) => `printf '%s\\n' 'header = "${name}"'`),
    ...all.map((header) => headerLine(header, words)),
    ...(isLever ? [`printf 'header = "X-Control-Token: %s"\\n' "$ASSAY_CONTROL_TOKEN"`] : []),
    ':',
  ];
}

/** What is made ready before a step is sent: its body and the configuration of curl, each in a file. */
function preparation({ step, proof }: AuthenticatedStep, at: number): string[] {
  const { body, path, connection } = step;
  const words = new Words(at);
  const written = body && ('text' in body ? words.printed(body.text) : `bytes ${shellQuoted(body.base64)}`);
  const told = configuration(step, words);
  const signs = proof && `node -e ${shellQuoted(signingProgram(proof))} "$KEPT/${at}.body" >> "$KEPT/${at}.config"`;
  const asks = proof?.query === undefined ? '' : `"$(node -e ${shellQuoted(queryProgram(proof))})"`;
  const target = `URL_${at}="$${step.isLever ? 'DOOR' : 'BASE'}"${words.word(withLeadingSlash(path), 'path')}${asks}`;
  return [
    `# Step ${at}: ${stepSummary(step)}`,
    ...(connection === 'cut' || connection === 'pipelined'
      ? [`# It was ${connection}: curl sends it by itself and reads its answer.`]
      : []),
    ...(step.signing !== 'none' && !proof ? ['# Its wrong way to sign has no form here: it is not signed.'] : []),
    ...words.assignments,
    target,
    `${written ?? ':'} > "$KEPT/${at}.body"`,
    '{',
    ...told.map((line) => `  ${line}`),
    `} > "$KEPT/${at}.config"`,
    ...(signs === undefined ? [] : [signs]),
  ];
}

/** A pattern of a status as JSON writes it, in quotes for a shell. */
const endsWith = (until: readonly string[]) =>
  shellQuoted(`"status"[[:space:]]*:[[:space:]]*"(${until.filter((status) => /^[\w-]+$/.test(status)).join('|')})"`);

function sendingOf({ method, body, until }: CaseStep, at: number): string {
  // Of a HEAD curl writes the headers where a body would be.
  const verb =
    method === 'HEAD' ? '--head --output /dev/null' : `--request ${shellQuoted(method)} --output "$KEPT/${at}.answer"`;
  const sends = until === undefined ? 'send' : `sendUntil ${endsWith(until)}`;
  return `${sends} ${at} "$URL_${at}" ${verb}${body ? ` --data-binary "@$KEPT/${at}.body"` : ''}`;
}

function linesOfRound(all: readonly AuthenticatedStep[], round: readonly number[]): string[] {
  const told = round.map((at) => ({ at, one: all[at - 1] as AuthenticatedStep }));
  const sent = told.map(({ at, one }) => sendingOf(one.step, at));
  const isLater = followsWrite(
    all.map(({ step }) => step),
    round,
  );
  return [
    '',
    ...(isLater ? ['sure'] : []),
    ...told.flatMap(({ at, one }) => preparation(one, at)),
    ...(sent.length === 1 ? sent : [...sent.map((line) => `${line} &`), 'wait']),
    ...round.map((at) => `told ${at}`),
  ];
}

/** The variables that a case cannot be sent without. */
function demands(all: readonly AuthenticatedStep[]): string[] {
  const door = all.some(({ step }) => step.isLever) ? ['ASSAY_CONTROL_URL', 'ASSAY_CONTROL_TOKEN'] : [];
  return [...variablesIn(all), ...door].map(
    (name) => `[ -n "\${${name}:-}" ] || untold '${name} in the environment' none 'Export it.'`,
  );
}

/** A shell script that sends the case of a finding again with curl, and ends with 1 where the finding shows, with 0 where it does not, with 3 where that cannot be told. */
export function writeCurlScript(found: Found, origin: FindingOrigin): string {
  const { steps } = found.case;
  const proved = steps.map(origin.authenticate ?? signedStep);
  const { keys, instants } = drawnValues(steps);
  const money = moneyWarning(found);
  return [
    '#!/bin/sh',
    ...headingOf(found, origin).map((line) => `# ${line}`),
    '# Needs curl and node. Credentials come from the environment, the base address from ASSAY_BASE_URL where that is set.',
    '# Ends with 1 where the finding shows, with 0 where it does not, with 3 where it could not be sent to its end or an answer does not tell.',
    'set -eu',
    ...shellFunctions,
    ...demands(proved),
    ...(money === undefined ? [] : [`echo ${shellQuoted(money)} >&2`]),
    `BASE=${shellQuoted(asIs.path(origin.baseUrl))}`,
    `BASE=\${ASSAY_BASE_URL:-$BASE} BASE=\${BASE%/}`,
    ...(steps.some(({ isLever }) => isLever) ? [`DOOR=\${ASSAY_CONTROL_URL%/}`] : []),
    // What ends it by itself shows nothing.
    `SHOWN= KEPT=$(mktemp -d)`,
    `trap 'code=$?; rm -rf "$KEPT"; [ "$code" != 1 ] || [ "$SHOWN" ] || exit 3' EXIT`,
    'NOW=$(date +%s)',
    `ID=\${CLIENT_ORDER_ID:-again-$NOW-$$}`,
    ...keys.map((name) => `${keyVariable(name)}="$ID${name === '' ? '' : `-${name}`}"`),
    ...instants.map((after) => `${instantVariable(after)}=$(instant ${after})`),
    ...roundsOf(steps).flatMap((round) => linesOfRound(proved, round)),
    ...checkLines(found, proved),
    '',
  ].join('\n');
}
