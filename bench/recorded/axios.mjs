// The calls of calls.json by axios, which writes the JSON itself; the arguments are the folder of axios and a fault to make.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from './pause.mjs';

const [, , folder, fault] = process.argv;
const axios = createRequire(import.meta.url)(folder);
const { ASSAY_BASE_URL: baseURL, ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: secret } = process.env;
const client = axios.create({ baseURL, validateStatus: null, headers: { 'X-Token-API-Id': tokenId } });

client.interceptors.request.use((config) => {
  const text = config.data ? JSON.stringify(config.data) : '';
  const salt = fault === 'fixed-salt' ? 'x'.repeat(32) : randomBytes(32).toString('hex');
  config.headers.set('X-Salt', salt);
  config.headers.set(
    'X-HMAC-SHA256-Signature',
    createHmac('sha256', secret)
      .update(text + salt)
      .digest('hex'),
  );
  if (fault === 'other-body' && text) config.data = { ...config.data, amount: String(config.data.amount) };
  return config;
});

for (const { method, path, query, body } of JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8'))) {
  const url = `/${path.map(fault === 'raw-path' ? String : encodeURIComponent).join('/')}`;
  const params = { ...query, ...(fault === 'secret-in-query' && { secret: Buffer.from(secret).toString('base64') }) };
  let clientOrderId = randomUUID();
  for (let tries = 0; tries < 5; tries += 1) {
    const data = body && { ...body, clientOrderId };
    const answer = await client.request({ method, url, params, data }).catch(() => undefined);
    if (answer && answer.status < 429) break;
    await sleep(pauseMs(answer?.headers['retry-after']));
    if (fault === 'new-id') clientOrderId = randomUUID();
  }
}
