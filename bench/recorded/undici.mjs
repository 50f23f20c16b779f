// The calls of calls.json by undici over pooled connections; the argument names a fault to make.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { pauseMs } from './pause.mjs';

const { ASSAY_BASE_URL: base, ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: secret } = process.env;
const fault = process.argv[2];
const dispatcher = new Agent({ connections: 2 });

function signed(text) {
  const salt = fault === 'fixed-salt' ? 'salt-of-this-client' : randomBytes(16).toString('base64');
  const signature = createHmac('sha256', secret).update(text).update(salt).digest('hex');
  return { 'x-salt': salt, 'x-hmac-sha256-signature': signature, 'x-token-api-id': tokenId };
}

async function send(method, url, body) {
  const sent = fault === 'other-body' && body ? JSON.stringify(JSON.parse(body), null, 1) : body;
  const headers = { ...signed(body ?? ''), ...(body && { 'content-type': 'application/json' }) };
  const answer = await request(url, { method, headers, body: sent ?? null, dispatcher });
  await answer.body.dump();
  return answer;
}

for (const { method, path, query, body } of JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8'))) {
  const url = new URL(`${base}/${path.map(fault === 'raw-path' ? String : encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.append(name, value);
  if (fault === 'secret-in-query') url.searchParams.append('secret', secret);
  let clientOrderId = randomUUID();
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await send(method, url, body && JSON.stringify({ clientOrderId, ...body })).catch(() => undefined);
    if (answer && answer.statusCode < 429) break;
    await sleep(pauseMs(answer?.headers['retry-after']));
    if (fault === 'new-id') clientOrderId = randomUUID();
  }
}
