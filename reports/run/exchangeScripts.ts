import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { digestSchemes, headerSchemes, keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { isFileName } from '../../schemas/json/guards.ts';
import type { ExchangeLine } from '../../traffic/journal/journalTypes.ts';
import { escapeLine } from '../text/escape.ts';
import { shellQuoted, withLeadingSlash, withoutControlCharacters } from '../text/shell.ts';

/** Prints the headers of a scheme as a curl configuration: it reads the body, generates its own salt, and escapes as JSON does. */
const authentication = [
  'const { createHmac, randomBytes } = require("node:crypto");',
  'const { ASSAY_TOKEN_ID: id, ASSAY_TOKEN_SECRET: secret } = process.env;',
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

function remarks({ signature, body, path, account }: ExchangeLine['request']): string[] {
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
    ...(account === undefined ? [] : [other]),
    ...(/<(?:card|secret|control|token|nearly)[^<>]*>/.test(`${path} ${body?.text}`) ? [masked] : []),
    ...(body?.text?.includes('\0') ? [nothing] : []),
  ].map(escapeLine);
}

/** The form of a clientOrderId that the run generated. A clientOrderId of another form is a part of the case. */
const given = /^\d{8}-\d{6}-[0-9a-f]+-[\w-]+-\d+$/;

/**
 * Returns the generated clientOrderIds that exactly one creation used. If the script sent this id again, the target would refuse the id (§ Limits), and this
 * refusal would hide any other defect.
 */
function idsOfOne(exchanges: Iterable<ExchangeLine>): ReadonlySet<string> {
  const uses = new Map<string, number>();
  for (const { request } of exchanges) {
    const { clientOrderId: id, method } = request;
    if (id !== undefined && method !== 'GET') uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return new Set([...uses].flatMap(([id, count]) => (count === 1 && given.test(id) ? [id] : [])));
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

/** Writes a shell script that sends an exchange again; the secret comes from the environment, and the signature is computed anew. */
function curlOf({ id, request }: ExchangeLine, baseUrl: string, ids: ReadonlySet<string>): string {
  const { scheme } = request.signature;
  const signs = [
    `: "\${ASSAY_TOKEN_ID:?}" "\${ASSAY_TOKEN_SECRET:?}"`,
    `HEADERS=$(printf '%s' "$BODY" | node -e ${shellQuoted(authentication)} ${shellQuoted(scheme)})`,
  ];
  return [
    '#!/bin/sh',
    `# Sends exchange ${escapeLine(id)} again. Needs curl and node, and ASSAY_TOKEN_ID and ASSAY_TOKEN_SECRET in the environment.`,
    ...remarks(request),
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

/** Writes a script for every exchange of a finding into the run's folder. */
export function writeExchangeScripts(
  verdict: Verdict,
  { exchanges, out }: { exchanges: ReadonlyMap<string, ExchangeLine>; out: string },
): void {
  const shown = verdict.requirements.flatMap(({ findings }) => findings.flatMap((finding) => finding.exchanges));
  const ids = idsOfOne(exchanges.values());
  for (const id of new Set(shown)) {
    const line = exchanges.get(id);
    // A stored journal may contain anything: only an id becomes part of a file name.
    if (!line || !isFileName(id)) continue;
    const file = join(out, `exchange-${id}.sh`);
    writeFileSync(file, curlOf(line, verdict.target.baseUrl, ids));
    chmodSync(file, 0o700);
  }
}
