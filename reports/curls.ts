import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../harness/conclude.ts';
import type { ExchangeLine } from '../harness/lines.ts';

/** How the request that is repeated was signed, as shell: sets HEADERS from TOKEN_ID, SECRET, BODY and SALT. */
const signings: Record<ExchangeLine['request']['signature']['scheme'], string> = {
  none: ':',
  simple: `printf 'header = "X-Token-API-Id: %s"\\nheader = "X-Token-API-Secret: %s"\\n' "$ASSAY_TOKEN_ID" "$ASSAY_TOKEN_SECRET"`,
  signed: [
    `SIGNATURE=$(printf '%s%s' "$BODY" "$SALT" | KEY=$ASSAY_TOKEN_SECRET node -e "`,
    `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>process.stdout.write(`,
    `require('crypto').createHmac('sha256',process.env.KEY).update(t).digest('hex')))")`,
    `\n  printf 'header = "X-Token-API-Id: %s"\\nheader = "X-HMAC-SHA256-Signature: %s"\\nheader = "X-Salt: %s"\\n' "$ASSAY_TOKEN_ID" "$SIGNATURE" "$SALT"`,
  ].join(''),
};

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A shell script that sends an exchange again: the secret comes from the environment, the signature is made anew. */
function curlOf({ id, request }: ExchangeLine, baseUrl: string): string {
  const { scheme, fault } = request.signature;
  const body = request.body?.text;
  return [
    '#!/bin/sh',
    `# Sends exchange ${id} again. Needs curl and node, and ASSAY_TOKEN_ID and ASSAY_TOKEN_SECRET in the environment.`,
    ...(fault
      ? [`# It was sent with a signing fault: ${fault}. This script signs it soundly: put the fault in by hand.`]
      : []),
    'set -eu',
    ...(scheme === 'none' ? [] : [`: "\${ASSAY_TOKEN_ID:?}" "\${ASSAY_TOKEN_SECRET:?}"`]),
    `BODY=${quoted(body ?? '')}`,
    `SALT=$(node -p "require('crypto').randomBytes(32).toString('hex')")`,
    '{',
    `  ${signings[scheme]}`,
    `} | curl --silent --show-error --include --config - --request ${request.method} \\`,
    ...(body === undefined ? [] : [`  --header 'Content-Type: application/json' --data-binary "$BODY" \\`]),
    `  ${quoted(baseUrl.replace(/\/$/, '') + request.path)}`,
    '',
  ].join('\n');
}

/** Writes a script for every exchange that a finding names, into the run's folder. */
export function writeCurls(
  verdict: Verdict,
  { exchanges, out }: { exchanges: ReadonlyMap<string, ExchangeLine>; out: string },
): void {
  const shown = verdict.requirements.flatMap(({ findings }) => findings.flatMap((finding) => finding.exchanges));
  for (const id of new Set(shown)) {
    const line = exchanges.get(id);
    if (!line) continue;
    const file = join(out, `exchange-${id}.sh`);
    writeFileSync(file, curlOf(line, verdict.target.baseUrl));
    chmodSync(file, 0o700);
  }
}
