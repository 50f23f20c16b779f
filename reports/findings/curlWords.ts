import { quoted } from '../shell.ts';
import { signingWords } from './ways.ts';

/** Prints the configuration of one request: its own headers, then how it is signed; the body comes from a file, values from the environment. */
export const signingProgram = (way: string): string =>
  [
    'const { createHash, createHmac, randomBytes } = require("node:crypto");',
    ...signingWords,
    'const { WAY_ID: id, WAY_SECRET: secret } = process.env;',
    'const body = require("node:fs").readFileSync(process.argv[1]);',
    'const salt = randomBytes(32).toString("hex");',
    `const headers = ${way};`,
    // A header without a value ends in a semicolon: with a colon curl would leave it out.
    'for (const [name, value] of headers) console.log("header = " + JSON.stringify(value === "" ? name + ";" : name + ": " + value));',
  ].join('\n');

/** Prints the value at a JSON pointer of an answer, written as its place wants it. */
const valueProgram = [
  'const [file, pointer, place] = process.argv.slice(1);',
  'const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));',
  'const within = (node, name) => (node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined);',
  'const value = names.reduce(within, JSON.parse(require("node:fs").readFileSync(file, "utf8")));',
  'if (typeof value !== "string" && typeof value !== "number") throw new Error("no text or number at " + pointer + " of " + file);',
  'const inConfig = (text) => text.replaceAll(/[\\0-\\x1f\\x7f]/g, "?").replaceAll(/[\\\\"]/g, "\\\\$&");',
  'const forms = { path: encodeURIComponent, header: inConfig, body: (text) => JSON.stringify(text).slice(1, -1) };',
  'process.stdout.write(forms[place](String(value)));',
].join('\n');

/** Prints the instant so many seconds from the next whole second on. */
const instantProgram =
  'const ms = (Number(process.argv[2]) + 1) * 1000 + Math.round(Number(process.argv[1]) * 1000); process.stdout.write(new Date(ms).toISOString().replace(".000Z", "Z"))';

/** Functions of the script: a value of an earlier answer, bytes that no shell can hold, and one request. */
export const curlWords: readonly string[] = [
  `value() { node -e ${quoted(valueProgram)} "$KEPT/$1.answer" "$2" "$3"; }`,
  `bytes() { node -e ${quoted('process.stdout.write(Buffer.from(process.argv[1], "base64"))')} "$1"; }`,
  `padded() { node -e ${quoted('process.stdout.write(process.argv[1].padEnd(Number(process.argv[2]), "x"))')} "$1" "$2"; }`,
  `instant() { node -e ${quoted(instantProgram)} "$1" "$NOW"; }`,
  'sendUntil() {',
  '  pattern=$1 tries=0; shift',
  '  while send "$@"; [ "$tries" -lt 120 ] && ! grep -Eq "$pattern" "$KEPT/$1.answer"; do tries=$((tries + 1)); sleep 0.5; done',
  '}',
  'send() {',
  '  step=$1 url=$2; shift 2',
  '  status=$(curl --silent --show-error --path-as-is --globoff --max-time 30 --config "$KEPT/$step.config" \\',
  `    --dump-header "$KEPT/$step.head" --output "$KEPT/$step.answer" --write-out '%{http_code}' "$@" "$url") || status="none, curl ended with $?"`,
  '  printf %s "$status" > "$KEPT/$step.status"',
  `  { printf '== step %s: %s ==\\n' "$step" "$status"; cat "$KEPT/$step.head" "$KEPT/$step.answer" 2> /dev/null || true; printf '\\n'; } > "$KEPT/$step.told"`,
  '}',
];
