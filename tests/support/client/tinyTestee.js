// A testee in one file: a client of the interface by fetch, and the protocol of client/protocol/testee.schema.json around it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createInterface } from 'node:readline';

const operations = {
  listMethods: ['GET', '/v1/user/methods'],
  getPayment: ['GET', '/v1/user/payments/{id}'],
  searchPayments: ['GET', '/v2/user/payments/search'],
  createPayin: ['POST', '/v1/user/payments/payin'],
  createPayout: ['POST', '/v1/user/payments/payout'],
  createExchange: ['POST', '/v1/user/exchange'],
  listExchangeRates: ['GET', '/v1/user/exchange/rates'],
  getExchangeRate: ['GET', '/v1/user/exchange/rates/{symbolPair}'],
  createCheckout: ['POST', '/v1/user/crypto-acquiring/{projectId}/checkouts'],
};
const texts = ['createPayout', 'createExchange'];
const features = ['webhooks', 'handler', 'pages', 'outcomes'];
const outcomes = {
  SUCCESS: 'succeeded',
  PARTIAL_SUCCESS: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
  NEW: 'pending',
  PENDING: 'pending',
  FROZEN: 'pending',
};

let client;

// Numbers outside of texts become texts, so that no digit is lost. Strings are matched first, so that digits in them stay.
const exactly = (text) =>
  JSON.parse(
    text.replace(/("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (all, string) => string ?? `"${all}"`),
  );
const written = (value, name) => {
  if (name === 'amount') return String(value);
  if (Array.isArray(value)) return `[${value.map((one) => written(one)).join(',')}]`;
  if (value && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}:${written(one, key)}`)
      .join(',')}}`;
  return JSON.stringify(value);
};

function proof(body) {
  const { tokenId, secret, scheme = 'signed' } = client;
  if (scheme === 'simple') return { 'X-Token-API-Id': tokenId, 'X-Token-API-Secret': secret };
  const salt = randomBytes(32).toString('hex');
  const signature = createHmac('sha256', secret)
    .update(body + salt)
    .digest('hex');
  return { 'X-Token-API-Id': tokenId, 'X-HMAC-SHA256-Signature': signature, 'X-Salt': salt };
}

class Refused extends Error {
  constructor(status, body) {
    super(`status ${status}`);
    this.error = { kind: 'refused', status, body: body.toString('base64') };
  }
}

// fetch climbs up at two dots, escaped or not.
function pathValue(value) {
  if (/^\.*$/.test(value)) throw Object.assign(new Error('no path value'), { error: { kind: 'argument' } });
  return encodeURIComponent(value);
}

async function send({ operation, path = {}, query = {}, body }) {
  const [method, template] = operations[operation];
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => pathValue(path[name]));
  const search = new URLSearchParams(query).toString();
  const text = body ? written(body) : '';
  const answer = await fetch(`${client.baseUrl}${filled}${search ? `?${search}` : ''}`, {
    method,
    redirect: 'manual',
    headers: { ...proof(text), ...(body && { 'Content-Type': 'application/json' }) },
    signal: AbortSignal.timeout(client.timeoutMs),
    ...(body && { body: text }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Refused(answer.status, bytes);
  if (texts.includes(operation)) return bytes.toString();
  try {
    return exactly(bytes.toString());
  } catch {
    throw Object.assign(new Error('no JSON'), { error: { kind: 'unreadable' } });
  }
}

async function allPages(request) {
  const found = new Map();
  for (let page = 0; ; page += 1) {
    const { content, last } = await send({ ...request, query: { ...request.query, page } });
    for (const one of content) found.set(one.id, one);
    if (last) return [...found.values()];
  }
}

const kindOf = (error) =>
  error.error ?? {
    kind: error.name === 'TimeoutError' ? 'timeout' : 'network',
    message: error.cause?.message ?? error.message,
  };

async function call(request) {
  if (!operations[request.operation]) return { unsupported: 'no such operation' };
  try {
    const value = request.allPages ? await allPages(request) : await send(request);
    return { value, outcome: outcomes[value?.status] ?? 'unknown' };
  } catch (error) {
    return { error: kindOf(error) };
  }
}

function eventIn(text) {
  try {
    return exactly(text);
  } catch {
    return null;
  }
}

function receiveWebhook({ secret, headers, body }) {
  const bytes = Buffer.from(body, 'base64');
  const given = headers.find(([name]) => name.toLowerCase() === 'x-payload-digest')?.[1] ?? '';
  const right = Buffer.from(secret === null ? '' : createHmac('sha1', secret).update(bytes).digest('hex'));
  const accepted = secret === null || (given.length === right.length && timingSafeEqual(Buffer.from(given), right));
  return { accepted, status: accepted ? 200 : 401, event: accepted ? eventIn(bytes.toString()) : null };
}

const answers = {
  open: (request) => {
    client = request;
    return {
      ok: true,
      name: 'tiny',
      version: '1',
      schemes: ['signed', 'simple'],
      operations: Object.keys(operations),
      features,
      digestComparison: 'timingSafeEqual',
    };
  },
  call,
  receiveWebhook,
  close: () => ({ ok: true }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: request.id, ...(await answers[request.do](request)) })}\n`);
  if (request.do === 'close') break;
}
process.exit(0);
