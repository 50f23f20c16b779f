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

/** Escapes plain text for its place: curl reads headers from a configuration file with escapes. */
const asIs: Readonly<Record<Place, (text: string) => string>> = {
  path: withoutControlCharacters,
  header: (text) => withoutControlCharacters(text).replaceAll(/[\\"]/g, '\\$&'),
  body: (text) => text,
};

const keyVariable = (name: string) => (name === '' ? 'KEY' : `KEY_${name}`);

const instantVariable = (after: string) => `IN_${after.replace('.', '_')}`;

/** The texts of one step as shell words, with the assignments that their values need first. */
class Words {
  readonly assignments: string[] = [];
  readonly #step: number;

  constructor(step: number) {
    this.#step = step;
  }

  /** Writes a text as one word. */
  word(text: string, place: Place): string {
    const words = piecesOf(text).map((piece) =>
      'text' in piece ? shellQuoted(asIs[place](piece.text)) : this.#variable(piece, place),
    );
    return words.join('') || "''";
  }

  /** Writes a text as commands that print it byte by byte, since no shell variable can contain the character 0. */
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
    // The assignment is a command on its own line, so that a missing value ends the script.
    this.assignments.push(`${name}=$(value ${piece.step} ${shellQuoted(asIs.path(piece.pointer))} ${place})`);
    return `"$${name}"`;
  }
}

/** True if HTTP allows a name for a header. curl could read any other name as something else, even as the name of a file. */
const isName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/** Writes a header as a line of a curl configuration; a name without a value ends in a semicolon. */
function headerLine([name, value]: readonly [string, string], words: Words): string {
  if (!isName(name)) return '# A header whose name HTTP does not allow is left out.';
  if (value === '') return `printf '%s\\n' ${shellQuoted(`header = "${name};"`)}`;
  return `printf '%s\\n' ${shellQuoted(`header = "${name}: `)}${words.word(value, 'header')}'"'`;
}

function configuration({ headers, body, isLever: isControlAction }: CaseStep, words: Words): string[] {
  // Without these headers, curl would add the content type of a form, or ask first whether the server accepts a long body.
  const own = [...(body && body.type === undefined ? ['Content-Type:'] : []), ...(body ? ['Expect:'] : [])];
  const all = body?.type === undefined ? headers : [['Content-Type', body.type] as const, ...headers];
  return [
    ...own.map((name) => `printf '%s\\n' 'header = "${name}"'`),
    ...all.map((header) => headerLine(header, words)),
    ...(isControlAction ? [`printf 'header = "X-Control-Token: %s"\\n' "$ASSAY_CONTROL_TOKEN"`] : []),
    ':',
  ];
}

/** Writes the preparation of a step: its body and its curl configuration, each in a file. */
function preparation({ step, proof }: AuthenticatedStep, at: number): string[] {
  const { body, path, connection } = step;
  const words = new Words(at);
  const written = body && ('text' in body ? words.printed(body.text) : `bytes ${shellQuoted(body.base64)}`);
  const config = configuration(step, words);
  const signs = proof && `node -e ${shellQuoted(signingProgram(proof))} "$KEPT/${at}.body" >> "$KEPT/${at}.config"`;
  const query = proof?.query === undefined ? '' : `"$(node -e ${shellQuoted(queryProgram(proof))})"`;
  const target = `URL_${at}="$${step.isLever ? 'DOOR' : 'BASE'}"${words.word(withLeadingSlash(path), 'path')}${query}`;
  return [
    `# Step ${at}: ${stepSummary(step)}`,
    ...(connection === 'cut' || connection === 'pipelined'
      ? [`# It was ${connection}: curl sends it on its own and reads its answer.`]
      : []),
    ...(step.signing !== 'none' && !proof ? ['# Its faulty signature cannot be written here: it is not signed.'] : []),
    ...words.assignments,
    target,
    `${written ?? ':'} > "$KEPT/${at}.body"`,
    '{',
    ...config.map((line) => `  ${line}`),
    `} > "$KEPT/${at}.config"`,
    ...(signs === undefined ? [] : [signs]),
  ];
}

/** Writes a pattern that matches one of these statuses in a JSON answer, quoted for a shell. */
const endsWith = (until: readonly string[]) =>
  shellQuoted(`"status"[[:space:]]*:[[:space:]]*"(${until.filter((status) => /^[\w-]+$/.test(status)).join('|')})"`);

function sendingOf({ method, body, until }: CaseStep, at: number): string {
  // For a HEAD, curl writes the headers in place of a body.
  const verb =
    method === 'HEAD' ? '--head --output /dev/null' : `--request ${shellQuoted(method)} --output "$KEPT/${at}.answer"`;
  const sends = until === undefined ? 'send' : `sendUntil ${endsWith(until)}`;
  return `${sends} ${at} "$URL_${at}" ${verb}${body ? ` --data-binary "@$KEPT/${at}.body"` : ''}`;
}

function linesOfRound(all: readonly AuthenticatedStep[], round: readonly number[]): string[] {
  const entries = round.map((at) => ({ at, one: all[at - 1] as AuthenticatedStep }));
  const sent = entries.map(({ at, one }) => sendingOf(one.step, at));
  const isLater = followsWrite(
    all.map(({ step }) => step),
    round,
  );
  return [
    '',
    ...(isLater ? ['sure'] : []),
    ...entries.flatMap(({ at, one }) => preparation(one, at)),
    ...(sent.length === 1 ? sent : [...sent.map((line) => `${line} &`), 'wait']),
    ...round.map((at) => `told ${at}`),
  ];
}

/** Writes checks for the environment variables that a case needs. */
function demands(all: readonly AuthenticatedStep[]): string[] {
  const controlVariables = all.some(({ step }) => step.isLever) ? ['ASSAY_CONTROL_URL', 'ASSAY_CONTROL_TOKEN'] : [];
  return [...variablesIn(all), ...controlVariables].map(
    (name) => `[ -n "\${${name}:-}" ] || untold '${name} in the environment' none 'Export it.'`,
  );
}

/**
 * Writes a shell script that sends the case of a finding again with curl. It ends with 1 if the finding shows, with 0 if it does not, and with 3 if the result
 * is inconclusive.
 */
export function writeCurlScript(found: Found, origin: FindingOrigin): string {
  const { steps } = found.case;
  const proved = steps.map(origin.authenticate ?? signedStep);
  const { keys, instants } = drawnValues(steps);
  const money = moneyWarning(found);
  return [
    '#!/bin/sh',
    ...headingOf(found, origin).map((line) => `# ${line}`),
    '# Needs curl and node. Credentials come from the environment, and so does the base address if ASSAY_BASE_URL is set.',
    '# Ends with 1 if the finding shows, with 0 if it does not, with 3 if it could not be sent to its end or an answer is inconclusive.',
    'set -eu',
    ...shellFunctions,
    ...demands(proved),
    ...(money === undefined ? [] : [`echo ${shellQuoted(money)} >&2`]),
    `BASE=${shellQuoted(asIs.path(origin.baseUrl))}`,
    `BASE=\${ASSAY_BASE_URL:-$BASE} BASE=\${BASE%/}`,
    ...(steps.some(({ isLever: isControlAction }) => isControlAction) ? [`DOOR=\${ASSAY_CONTROL_URL%/}`] : []),
    // If a command fails and ends the script, that does not show the finding.
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
