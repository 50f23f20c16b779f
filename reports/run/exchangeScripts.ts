import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { digestSchemes, headerSchemes, keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { isFileName } from '../../schemas/json/guards.ts';
import type { ExchangeLine, Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import { isMadeBy } from '../../traffic/journal/ownIds.ts';
import type { CredentialFacts } from '../../traffic/target/targetFacts.ts';
import { escapeLine } from '../text/escape.ts';
import { shellQuoted, withLeadingSlash, withoutControlCharacters } from '../text/shell.ts';

/** Prints the headers of a scheme as a curl configuration. Its arguments are the scheme and two variables; it reads the body, generates its own salt, and escapes as JSON does. */
const authentication = [
  'const { createHmac, randomBytes } = require("node:crypto");',
  'const [id, secret] = process.argv.slice(2).map((name) => process.env[name]);',
  'const body = require("node:fs").readFileSync(0);',
  'const salt = randomBytes(32).toString("hex");',
  'const digest = (hash) => createHmac(hash, secret).update(body).update(salt).digest("hex");',
  'const simple = { "X-Token-API-Id": id, "X-Token-API-Secret": secret };',
  ...digestSchemes.map((name) => {
    const { hash, header } = keyedDigests[name];
    return `const ${name} = { "X-Token-API-Id": id, "${header}": digest("${hash}"), "X-Salt": salt };`;
  }),
  `for (const header of Object.entries({ ${headerSchemes.join(', ')} }[process.argv[1]]))`,
  '  console.log("header = " + JSON.stringify(header.join(": ")));',
].join('\n');

function remarks(
  { signature, body, path, account }: ExchangeLine['request'],
  variables: Variables | undefined,
): string[] {
  const other = `# It was sent as the account ${account} of the target file: put that token in the environment.`;
  const faulty = `# It was sent with a signing fault: ${signature.fault}. This script signs it correctly: add the fault by hand.`;
  const odd = `# It was signed in another manner: ${signature.manner}. This script signs it in the usual manner.`;
  const masked = '# Secrets and cards in it were replaced by placeholders such as <card other 1>: put them in by hand.';
  const nothing = '# Its body contains the character 0, which no shell variable can hold: it is left out.';
  const beginning = `# Only the beginning of its body of ${body?.bytes} bytes was stored: extend it to that length by hand.`;
  return [
    ...(signature.fault ? [faulty] : []),
    ...(body?.cut ? [beginning] : []),
    ...(signature.manner ? [odd] : []),
    ...(account === undefined || variables ? [] : [other]),
    ...(/<(?:card|secret|control|token|nearly)[^<>]*>/.test(`${path} ${body?.text}`) ? [masked] : []),
    ...(body?.text?.includes('\0') ? [nothing] : []),
  ].map(escapeLine);
}

/**
 * Returns the clientOrderIds that the run made and exactly one creation used; any other is a part of the case. If the script sent this id again, the target would refuse the id (§ Limits), and this
 * refusal would hide any other defect.
 */
function idsOfOne(exchanges: Iterable<ExchangeLine>, runs: readonly RunLine[]): ReadonlySet<string> {
  const uses = new Map<string, number>();
  for (const { request } of exchanges) {
    const { clientOrderId: id, method } = request;
    if (id !== undefined && method !== 'GET') uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return new Set([...uses].flatMap(([id, count]) => (count === 1 && isMadeBy(runs, id) ? [id] : [])));
}

/** Writes the body as shell words, with a new clientOrderId if only this creation used the old one. */
function bodyLines({ body, clientOrderId }: ExchangeLine['request'], ids: ReadonlySet<string>): string[] {
  const text = body?.text?.replaceAll('\0', '') ?? '';
  const parts = clientOrderId !== undefined && ids.has(clientOrderId) ? text.split(clientOrderId) : [];
  if (parts.length !== 2) return [`BODY=${shellQuoted(text)}`];
  return [
    '# Its clientOrderId is a new one, since the old one cannot be used again; CLIENT_ORDER_ID may name another.',
    `ID=\${CLIENT_ORDER_ID:-again-$(date +%s)-$$}`,
    `BODY=${parts.map(shellQuoted).join('"$ID"')}`,
  ];
}

function sendsBody({ headers, body }: ExchangeLine['request']): string[] {
  if (body?.text === undefined) return [];
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'application/json';
  // The option is --data-raw, since curl would otherwise read a body that begins with @ as the name of a file.
  return [`  --header ${shellQuoted(withoutControlCharacters(`Content-Type: ${type}`))} --data-raw "$BODY" \\`];
}

/** The environment variables of the token id and the secret of a credential. */
type Variables = readonly [id: string, secret: string];

/** The variables if the journal does not say which ones the target file names. */
const usualVariables: Variables = ['ASSAY_TOKEN_ID', 'ASSAY_TOKEN_SECRET'];

const isVariable = (name: string | undefined): name is string => /^[A-Za-z_]\w*$/.test(name ?? '');

/** Returns the variables that the target file names for a credential. A stored journal may contain anything, so only names become part of a script. */
function variablesOf(label: string, credentials: readonly CredentialFacts[]): Variables | undefined {
  const { tokenIdEnv, secretEnv } = credentials.find((one) => one.label === label) ?? {};
  return isVariable(tokenIdEnv) && isVariable(secretEnv) ? [tokenIdEnv, secretEnv] : undefined;
}

/** What a script needs besides its exchange. */
interface ScriptParts {
  baseUrl: string;
  /** The clientOrderIds that only one creation used. */
  ids: ReadonlySet<string>;
  credentials: readonly CredentialFacts[];
}

/** Writes a shell script that sends an exchange again; the secret comes from the environment, and the signature is computed anew. */
function curlOf({ id, request }: ExchangeLine, { baseUrl, ids, credentials }: ScriptParts): string {
  const { scheme, credential } = request.signature;
  const variables = variablesOf(credential, credentials);
  const [idName, secretName] = variables ?? usualVariables;
  const signs = [
    `: "\${${idName}:?}" "\${${secretName}:?}"`,
    `HEADERS=$(printf '%s' "$BODY" | node -e ${shellQuoted(authentication)} ${shellQuoted(scheme)} ${idName} ${secretName})`,
  ];
  return [
    '#!/bin/sh',
    `# Sends exchange ${escapeLine(id)} again. Needs curl and node, and ${idName} and ${secretName} in the environment.`,
    '# If the target file has an envFile that sets them: set -a; . ./<that file>; set +a',
    ...remarks(request, variables),
    'set -eu',
    ...bodyLines(request, ids),
    ...(scheme === 'none' ? ['HEADERS='] : signs),
    // The path is sent exactly as written, including dots and brackets.
    `printf '%s\\n' "$HEADERS" | curl --silent --show-error --include --path-as-is --globoff --config - \\`,
    request.method === 'HEAD' ? '  --head \\' : `  --request ${shellQuoted(request.method)} \\`,
    ...sendsBody(request),
    `  --url ${shellQuoted(withoutControlCharacters((request.origin ?? baseUrl.replace(/\/$/, '')) + withLeadingSlash(request.path)))}`,
    '',
  ].join('\n');
}

/** The exchanges of a run by their ids, and the lines of its journal, which know the credentials of the target and the ids of the run. */
export interface ScriptsInput {
  exchanges: ReadonlyMap<string, ExchangeLine>;
  lines?: readonly Line[];
}

/** Returns a function that writes the script of any exchange of a run, as `exchange-<id>.sh` has it. */
export function scriptWriter(
  { exchanges, lines = [] }: ScriptsInput,
  { target }: Pick<Verdict, 'target'>,
): (line: ExchangeLine) => string {
  const runs = lines.flatMap((line) => (line.kind === 'run' ? [line] : []));
  const credentials = runs.flatMap((run) => run.target.credentials ?? []);
  const parts = { baseUrl: target.baseUrl, ids: idsOfOne(exchanges.values(), runs), credentials };
  return (line) => curlOf(line, parts);
}

/** Returns where the script of an exchange is, in the folder of its run. */
export const scriptFile = (out: string, id: string): string => join(out, `exchange-${id}.sh`);

/** Writes a script for every exchange of a finding into the run's folder. */
export function writeExchangeScripts(verdict: Verdict, { out, ...input }: ScriptsInput & { out: string }): void {
  const shown = verdict.requirements.flatMap(({ findings }) => findings.flatMap((finding) => finding.exchanges));
  const scriptOf = scriptWriter(input, verdict);
  for (const id of new Set(shown)) {
    const line = input.exchanges.get(id);
    // A stored journal may contain anything: only an id becomes part of a file name.
    if (!line || !isFileName(id)) continue;
    const file = scriptFile(out, id);
    writeFileSync(file, scriptOf(line));
    chmodSync(file, 0o700);
  }
}
