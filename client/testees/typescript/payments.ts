import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { isObject, type Json, type JsonObject, parseExact, writeExact } from './json.ts';

/** The operations of the interface: method and path. */
export const operations: Readonly<Record<string, string>> = {
  listMethods: 'GET /v1/user/methods',
  listPayments: 'GET /v1/user/payments',
  searchPayments: 'GET /v2/user/payments/search',
  getPayment: 'GET /v1/user/payments/{id}',
  createPayin: 'POST /v1/user/payments/payin',
  createPayout: 'POST /v1/user/payments/payout',
  listExchangeLimits: 'GET /v1/user/exchange/limits',
  getExchangeLimit: 'GET /v1/user/exchange/limits/{symbolPair}',
  listExchangeRates: 'GET /v1/user/exchange/rates',
  getExchangeRate: 'GET /v1/user/exchange/rates/{symbolPair}',
  createExchange: 'POST /v1/user/exchange',
  listBalances: 'GET /v1/user/wallet/balances',
  createCheckout: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  getCheckout: 'GET /v1/user/crypto-acquiring/{projectId}/checkouts/{checkoutId}',
  getDepositOptions: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  createRequest: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
  getRequest: 'GET /v1/user/crypto-acquiring/{projectId}/requests/{requestId}',
  createBundle: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  getAcquiringRate: 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
};

const plainText = new Set(['createPayout', 'createExchange']);

/** The longest Retry-After that the library waits for by itself, ms; a longer one is the caller's. */
const longestWaitMs = 5000;

/** An answer other than 2xx, with its status and its raw body. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** A call that brought no usable answer. */
export class Failed extends Error {
  readonly kind: 'timeout' | 'network' | 'tls' | 'unreadable' | 'argument';
  constructor(kind: Failed['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Where the service is, and who asks. */
export interface Settings {
  baseUrl: string;
  tokenId: string;
  secret: string;
  scheme?: 'signed' | 'simple';
  timeoutMs?: number;
  caFile?: string;
}

/** The arguments of a call, by the names of the interface. */
export interface Arguments {
  path?: JsonObject;
  query?: JsonObject;
  body?: JsonObject;
}

interface Answer {
  status: number;
  body: Buffer;
  retryAfter: string | undefined;
}

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body: string;
}

/** A small client of the interface. */
export class PaymentsClient {
  readonly #settings: Settings;
  readonly #base: URL;
  readonly #pool: Pool;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#base = new URL(settings.baseUrl);
    const { caFile } = settings;
    this.#pool = new Pool(this.#base.origin, caFile ? { connect: { ca: readFileSync(caFile, 'utf8') } } : {});
  }

  async call(operation: string, { path = {}, query = {}, body }: Arguments): Promise<Json> {
    const [method, template] = (operations[operation] ?? '').split(' ') as [Sent['method'], string];
    const text = method === 'GET' ? '' : writeExact(body ?? {});
    const isRepeatable = method === 'GET' || Boolean(body?.['clientOrderId']);
    const answer = await this.#send({ method, path: this.#target(template, path, query), body: text }, isRepeatable);
    if (answer.status < 200 || answer.status > 299) throw new Refused(answer);
    return read(operation, answer.body);
  }

  /** Every payment once, even if new ones move others to a later page. The service says where it begins to count. */
  async allPayments(query: JsonObject): Promise<Json[]> {
    const found = new Map<Json | undefined, Json>();
    for (let page: JsonObject = query, last = -1; ; ) {
      const { content, number, last: isLast } = (await this.call('searchPayments', { query: page })) as JsonObject;
      if (!Array.isArray(content) || !(Number(number) > last)) throw new Failed('unreadable', 'no further page');
      for (const payment of content) if (isObject(payment)) found.set(payment['id'], payment);
      if (isLast === true || content.length === 0) return [...found.values()];
      last = Number(number);
      page = { ...query, page: last + 1 };
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #target(template: string, path: JsonObject, query: JsonObject): string {
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(path[name]));
    const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((part) => [name, part] as const));
    const asked = pairs.map(([name, part]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(part))}`);
    return this.#base.pathname.replace(/\/$/, '') + filled + (asked.length > 0 ? `?${asked.join('&')}` : '');
  }

  #headers({ method, body }: Sent): Record<string, string> {
    const { tokenId, secret, scheme } = this.#settings;
    const salt = randomBytes(32).toString('hex');
    const signature = createHmac('sha256', secret)
      .update(body + salt)
      .digest('hex');
    return {
      'X-Token-API-Id': tokenId,
      ...(scheme === 'simple'
        ? { 'X-Token-API-Secret': secret }
        : { 'X-HMAC-SHA256-Signature': signature, 'X-Salt': salt }),
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    };
  }

  /** Waits after a rate refusal and repeats: reads, and creations whose clientOrderId the service knows again. */
  async #send(sent: Sent, isRepeatable: boolean): Promise<Answer> {
    for (let repeats = 0; ; repeats += 1) {
      const answer = await this.#exchange(sent);
      const ms = answer.status === 429 && isRepeatable && repeats < 2 ? waitMs(answer.retryAfter) : undefined;
      if (ms === undefined) return answer;
      await sleep(ms);
    }
  }

  /** One request. undici follows no redirect by itself, so nothing reaches another host. */
  async #exchange(sent: Sent): Promise<Answer> {
    try {
      const signal = AbortSignal.timeout(this.#settings.timeoutMs ?? 10_000);
      const options = { ...sent, body: sent.body || null, headers: this.#headers(sent), signal };
      const { statusCode, headers, body } = await this.#pool.request(options);
      const retryAfter = [headers['retry-after']].flat()[0];
      return { status: statusCode, body: Buffer.from(await body.arrayBuffer()), retryAfter };
    } catch (error) {
      const { name, code = name } = error as { name: string; code?: string | number };
      throw new Failed(kindOf(name, String(code)), `${name} ${code}`);
    }
  }
}

function kindOf(name: string, code: string): Failed['kind'] {
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  return /TLS|CERT|SSL|SIGNATURE|ISSUER|EPROTO/.test(code) ? 'tls' : 'network';
}

function pathValue(value: Json | undefined): string {
  if (typeof value !== 'string' || value === '') throw new Failed('argument', 'a path value is missing');
  return /^\.+$/.test(value) ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}

/** The time until a repeat from either form of Retry-After, ms; undefined: the caller decides. */
function waitMs(retryAfter = ''): number | undefined {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return ms <= longestWaitMs ? Math.max(0, ms) : undefined;
}

function read(operation: string, body: Buffer): Json {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (plainText.has(operation) && text !== '') return text;
    return parseExact(text);
  } catch {
    throw new Failed('unreadable', 'the answer is not what the interface says');
  }
}
