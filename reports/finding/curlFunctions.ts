import { shellQuoted } from '../text/shell.ts';
import { answerKeyCode } from './answerKey.ts';
import { type CredentialCode, valuesOf } from './credentialCode.ts';
import { inconclusiveCode, inconclusiveFormat, lostWriteHint } from './inconclusive.ts';
import { secretLeakCode } from './secretLeakCode.ts';
import { signingCode } from './signingCode.ts';

/**
 * Writes a program that prints the curl configuration of one request: its own headers, then its signature. The body comes from a file, the values from the
 * environment.
 */
export const signingProgram = ({ variables, headers }: CredentialCode): string =>
  [
    'const { createHash, createHmac, randomBytes } = require("node:crypto");',
    ...signingCode,
    `const values = ${valuesOf(variables)};`,
    'const [id, secret] = values;',
    'const body = require("node:fs").readFileSync(process.argv[1]);',
    'const salt = randomBytes(32).toString("hex");',
    `const headers = ${headers};`,
    // A header without a value ends in a semicolon; with a colon, curl would omit it.
    'for (const [name, value] of headers) console.log("header = " + JSON.stringify(value === "" ? name + ";" : name + ": " + value));',
  ].join('\n');

/** Writes a program that prints the addition to a path. */
export const queryProgram = ({ variables, query = '""' }: CredentialCode): string =>
  [`const values = ${valuesOf(variables)};`, `process.stdout.write(${query});`].join('\n');

/** Writes a program that reports whether an answer shows a secret of its request; the head and the body of the answer come from files. */
export const secretProgram = ({ variables, secrets = '[]' }: CredentialCode): string =>
  [
    'const read = (name) => { try { return require("node:fs").readFileSync(process.argv[1] + name, "utf8"); } catch { return ""; } };',
    ...secretLeakCode,
    'const lines = read(".head").split(/\\r?\\n/).filter((line) => line.includes(":"));',
    'const answer = { body: read(".answer"), headers: lines.map((line) => line.split(/:(.*)/s)) };',
    `const values = ${valuesOf(variables)};`,
    `process.stdout.write(showsSecret(answer, ${secrets}) ? "shown" : "hidden");`,
  ].join('\n');

/** Prints the value at a JSON pointer of an answer, escaped for its place. If the answer lacks the value, reports that and ends with exit code 3. */
const valueProgram = [
  ...inconclusiveCode,
  'const [kept, step, pointer, place] = process.argv.slice(1);',
  'const read = (name) => { try { return require("node:fs").readFileSync(kept + "/" + step + "." + name, "utf8"); } catch { return ""; } };',
  'const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };',
  'const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));',
  'const within = (node, name) => (node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined);',
  'const value = names.reduce(within, parsed(read("answer")));',
  'const inConfig = (text) => text.replaceAll(/[\\0-\\x1f\\x7f]/g, "?").replaceAll(/[\\\\"]/g, "\\\\$&");',
  'const forms = { path: encodeURIComponent, header: inConfig, body: (text) => JSON.stringify(text).slice(1, -1) };',
  'if (typeof value === "string" || typeof value === "number") process.stdout.write(forms[place](String(value)));',
  'else {',
  '  const seen = (read("status") + " " + read("answer").slice(0, 200)).replaceAll(/\\p{C}+/gu, " ").trim();',
  '  const wanted = "a text or a number at " + pointer + " of the answer to step " + step + ", which a later request needs";',
  '  console.error(untold(wanted, seen, soundHint));',
  '  process.exitCode = 3;',
  '}',
].join('\n');

/** Prints the instant a number of seconds after the next whole second. */
const instantProgram =
  'const ms = (Number(process.argv[2]) + 1) * 1000 + Math.round(Number(process.argv[1]) * 1000); process.stdout.write(new Date(ms).toISOString().replace(".000Z", "Z"))';

/** Reports whether an answer has the same key as the recorded one; that key is passed in base64. */
const answerKeyProgram = [
  'const [kept, step, seen] = process.argv.slice(1);',
  'const read = (name) => require("node:fs").readFileSync(kept + "/" + step + "." + name, "utf8");',
  ...answerKeyCode,
  'const now = likenessOf({ status: read("status"), body: read("answer") });',
  'process.stdout.write(now === Buffer.from(seen, "base64").toString() ? "like" : "unlike");',
].join('\n');

/**
 * Functions of the script: reporting an inconclusive result, reading a value of an earlier answer, writing bytes that no shell variable can contain, and
 * sending one request.
 */
export const shellFunctions: readonly string[] = [
  `shows() { echo "$1"; SHOWN=1; exit 1; }`,
  `untold() { printf '${inconclusiveFormat}\\n' "$@" >&2; exit 3; }`,
  'for program in curl node; do',
  `  command -v "$program" > /dev/null || untold "$program on this machine" none 'Install it.'`,
  'done',
  `value() { node -e ${shellQuoted(valueProgram)} "$KEPT" "$@"; }`,
  `likeness() { : >> "$KEPT/$1.answer"; node -e ${shellQuoted(answerKeyProgram)} "$KEPT" "$@"; }`,
  `bytes() { node -e ${shellQuoted('process.stdout.write(Buffer.from(process.argv[1], "base64"))')} "$1"; }`,
  `padded() { node -e ${shellQuoted('process.stdout.write(process.argv[1].padEnd(Number(process.argv[2]), "x"))')} "$1" "$2"; }`,
  `instant() { node -e ${shellQuoted(instantProgram)} "$1" "$NOW"; }`,
  `isAnswered() { ! grep -q '^un' "$KEPT/$1.status"; }`,
  'isReached() { ! grep -q "^unreached" "$KEPT/$1.status"; }',
  `sure() { ! grep -qs '^unanswered' "$KEPT"/*.status || untold 'an answer that shows the outcome of the request before' none ${shellQuoted(lostWriteHint)}; }`,
  'sendUntil() {',
  '  pattern=$1 tries=0; shift',
  '  while send "$@"; isReached "$1" && [ "$tries" -lt 120 ] && ! grep -Eqs "$pattern" "$KEPT/$1.answer"; do tries=$((tries + 1)); sleep 0.5; done',
  '}',
  'send() {',
  '  step=$1 url=$2 ended=0; shift 2',
  '  came=$(curl --silent --show-error --retry 0 --path-as-is --globoff --max-time 30 --config "$KEPT/$step.config" \\',
  `    --dump-header "$KEPT/$step.head" --write-out '%{http_code} %{time_connect}' "$@" "$url" 2> "$KEPT/$step.error") || ended=$?`,
  '  case "$ended $came" in',
  `    "0 "*) status=\${came%% *} ;;`,
  '    *" 0.000000") status="unreached, $(cat "$KEPT/$step.error")" ;;',
  '    *) status="unanswered, $(cat "$KEPT/$step.error")" ;;',
  '  esac',
  '  printf %s "$status" > "$KEPT/$step.status"',
  `  { printf '== step %s: %s ==\\n' "$step" "$status"; cat "$KEPT/$step.head" "$KEPT/$step.answer" 2> /dev/null || true; printf '\\n'; } > "$KEPT/$step.told"`,
  '}',
  'told() {',
  '  cat "$KEPT/$1.told"',
  `  isReached "$1" || untold "an answer to step $1" "$(cat "$KEPT/$1.status")" 'Start the target, or name another address in ASSAY_BASE_URL.'`,
  '}',
];
