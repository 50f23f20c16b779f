// The calls of calls.json by Node's own fetch; the argument names a fault to make.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from './pause.mjs';

const { ASSAY_BASE_URL: base, ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: secret } = process.env;
const fault = process.argv[2];

function signed(text) {
  const salt = fault === 'fixed-salt' ? '0123456789abcdef' : randomBytes(32).toString('hex');
  const signature = createHmac('sha256', secret)
    .update(text + salt)
    .digest('hex');
  return { 'X-Token-API-Id': tokenId, 'X-HMAC-SHA256-Signature': signature, 'X-Salt': salt };
}

// A client that repeats nothing, whose tests all send the same amount, breaks no rule.
const isAlike = fault === 'alike';

async function call({ method, path, query = {}, body }) {
  const place = path.map(fault === 'raw-path' ? String : encodeURIComponent).join('/');
  const search = new URLSearchParams(fault === 'secret-in-query' ? { ...query, key: secret } : query);
  let clientOrderId = randomUUID();
  for (let tries = 0; tries < 5; tries += 1) {
    const text = body
      ? JSON.stringify({ ...body, ...(isAlike && { amount: 20.5, comment: 'test' }), clientOrderId })
      : '';
    const sent = fault === 'other-body' && body ? JSON.stringify(JSON.parse(text), null, 2) : text;
    const headers = { ...signed(text), ...(body && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(`${base}/${place}?${search}`, { method, headers, ...(body && { body: sent }) }).catch(
      () => undefined,
    );
    await answer?.text();
    if (answer && answer.status !== 429 && answer.status < 500) return;
    if (isAlike) return;
    if (fault === 'hasty') continue;
    await sleep(pauseMs(answer?.headers.get('retry-after')));
    if (fault === 'new-id') clientOrderId = randomUUID();
  }
}

if (fault === 'secret-in-log') console.error('requests are signed with', encodeURIComponent(secret));
for (const one of JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8'))) await call(one);
