import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Instant } from '../../../emulator/domain/clock.ts';
import { HOUR_MS, later } from '../../../emulator/domain/clock.ts';
import { tokensOf } from '../../../emulator/domain/tokens.ts';
import { newSetup, type Setup } from '../../../emulator/instance/setup.ts';
import { buildServer, type ServerOptions } from '../../../emulator/server/server.ts';
import { type InProcessReceiver, newReceiver } from './inProcessReceiver.ts';

/** A request of a test. It uses the simple scheme of the main account unless `headers` are given. */
export interface TestRequest {
  readonly verb?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The content type of the body; JSON by default. */
  readonly type?: string;
}

/** An answer as a test sees it; `json` is undefined if the text is not JSON. */
export interface TestResponse {
  readonly path: string;
  /** The body that was sent; empty if there was none. */
  readonly sent: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

/** An emulator for one test, with a clock that moves only on command. */
export interface TestEmulator {
  readonly app: FastifyInstance;
  readonly setup: Setup;
  /** The receiver of webhooks, unless the emulator was opened with another sender. */
  readonly receiver: InProcessReceiver;
  readonly ask: (asked: TestRequest) => Promise<TestResponse>;
  readonly pass: (ms: number) => void;
}

/** The credential of the main account in every test emulator. */
export const TOKEN = { id: 'TKN-0d2f6c1e-4c9b-4b3e-9f5a-7f1f3c2b1a00', secret: 'top-secret' };

/** The control token of every test emulator. */
export const CONTROL_TOKEN = 'control-me';

/** The secrets of every test emulator, by their environment variables. */
export const ENV = {
  ASSAY_EMULATOR_TOKEN_ID: TOKEN.id,
  ASSAY_EMULATOR_TOKEN_SECRET: TOKEN.secret,
  ASSAY_EMULATOR_SECOND_TOKEN_ID: 'TKN-second',
  ASSAY_EMULATOR_SECOND_TOKEN_SECRET: 'second-secret',
  ASSAY_EMULATOR_CONTROL_TOKEN: CONTROL_TOKEN,
};

const BEGIN: Instant = 1_767_225_600_123_456_789n;

/** The headers of the simple scheme. */
export const simpleHeaders = (id: string = TOKEN.id, secret: string = TOKEN.secret): Record<string, string> => ({
  'x-token-api-id': id,
  'x-token-api-secret': secret,
});

/** Returns the headers of the simple scheme for the token with this label. */
export function headersOf({ accounts }: Setup, label: string): Record<string, string> {
  const credential = tokensOf(accounts).find(({ token }) => token.label === label)?.token.credential;
  return simpleHeaders(credential?.tokenId, credential?.secret);
}

let salts = 0;

/** Returns a salt that no other request of the process has. */
function nextSalt(): string {
  salts += 1;
  return `a1b2c3${salts}`;
}

/** The headers of the signed scheme for a body, with a fresh salt by default. */
export const signedHeaders = (
  body: string,
  salt = nextSalt(),
  secret: string = TOKEN.secret,
): Record<string, string> => ({
  'x-token-api-id': TOKEN.id,
  ...signatureOf(body, salt, { secret }),
});

/** How a signature is made; by default as in § Authentication. */
interface SignatureOptions {
  readonly hash?: 'sha1' | 'sha256' | 'sha512';
  readonly digest?: 'hex' | 'base64';
  readonly key?: 'utf8' | 'hex';
  readonly secret?: string;
}

/** The two headers of a signature, by default with the secret of the main account. */
export const signatureOf = (
  body: string,
  salt: string,
  { hash = 'sha256', digest = 'hex', key = 'utf8', secret = TOKEN.secret }: SignatureOptions = {},
): Record<string, string> => ({
  'x-hmac-sha256-signature': createHmac(hash, Buffer.from(secret, key))
    .update(body + salt)
    .digest(digest),
  'x-salt': salt,
});

/** Opens an emulator for one test. */
export function openTestEmulator(options: Omit<Partial<ServerOptions>, 'setup' | 'clock'> = {}): TestEmulator {
  const setup = patient(newSetup('trial', ENV));
  let time = BEGIN;
  const receiver = newReceiver();
  const app = buildServer({ sender: receiver, ...options, setup, clock: () => time });
  return {
    app,
    setup,
    receiver,
    ask: (asked) => askOf(app, asked),
    pass: (ms) => {
      time = later(time, ms);
    },
  };
}

/** Makes the quota windows longer than any test, even on a slow machine. */
const patient = (setup: Setup): Setup => ({
  ...setup,
  accounts: setup.accounts.map((account) => ({
    ...account,
    quota: account.quota && { ...account.quota, windowMs: HOUR_MS },
  })),
});

async function askOf(
  app: FastifyInstance,
  { verb, path, body, headers = simpleHeaders(), type }: TestRequest,
): Promise<TestResponse> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await app.inject({
    method: verb ?? (body === undefined ? 'GET' : 'POST'),
    url: path,
    headers: sent === undefined ? headers : { 'content-type': type ?? 'application/json', ...headers },
    ...(sent !== undefined && { payload: sent }),
  });
  return {
    path,
    sent: sent ?? '',
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: jsonOf(answer.body),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
