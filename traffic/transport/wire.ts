import type { LookupAddress } from 'node:dns';
import { Client, Dispatcher, errors, Pool } from 'undici';
import type { TransportCode } from '../journal/journalTypes.ts';
import type { Headers } from '../signing/signingSchemes.ts';
import { maxStoredBytes, type RawBody } from './body.ts';
import { decodedBody } from './contentCoding.ts';
import { fixedLookup } from './publicAddresses.ts';

/** One request as it is sent: nothing is added except what HTTP itself needs. */
export interface WireRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: string | Buffer;
  /** Time limit of the whole exchange, ms. */
  deadlineMs: number;
  /** Written immediately, behind requests that have no answer yet. */
  isPipelined?: boolean;
}

/** The result: an answer with its raw bytes, or how the transport failed. */
export type WireAnswer =
  | { status: number; headers: [string, string][]; body: RawBody }
  | { failure: { code: TransportCode; message: string } };

/** The most header bytes that are read from an answer. A valid answer has a hundredth of this number. */
const maxHeaderSize = 64 * 1024;

/**
 * Connections by origin. An Agent of undici closes all its connections after each request from the moment on that one of them was idle for too long: the old
 * connection, when it ends, counts as one of the new ones.
 */
class Connections extends Dispatcher {
  readonly #pools = new Map<string, Pool>();
  readonly #options: Pool.Options;

  constructor(options: Pool.Options) {
    super();
    this.#options = options;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(options.origin);
    const pool = this.#pools.get(origin) ?? new Pool(origin, this.#options);
    this.#pools.set(origin, pool);
    return pool.dispatch(options, handler);
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }
}

/** Opens connections that stay open between requests. Redirects are not followed and nothing is sent twice. Host names resolve to `addresses` if given. */
export function openWire(addresses?: readonly LookupAddress[]): Dispatcher {
  const connect = addresses && { lookup: fixedLookup(addresses) };
  return new Connections({ connections: 8, pipelining: 1, allowH2: false, maxHeaderSize, ...(connect && { connect }) });
}

/** Opens one connection that accepts this many requests before the first answer. If the connection is lost, its requests are not sent again. */
export function openPipe(url: string, requests: number): Dispatcher {
  const pipe = new Client(partsOf(url).origin, { pipelining: requests, allowH2: false, maxHeaderSize });
  pipe.on('disconnect', () => void pipe.destroy());
  return pipe;
}

const codes: readonly (readonly [RegExp, TransportCode])[] = [
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CERT|TLS|SSL/i, 'unreachable'],
  [/TIMEOUT|TimeoutError|AbortError/i, 'timeout'],
  [/HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/i, 'overlong'],
  [/HTTPParser|HPE_|INVALID|CONTENT_LENGTH/i, 'protocol'],
];

/** Errors for resources that this machine lacks; they are not the target's fault. */
const scarce: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS']);

/** True if an error of a socket or of the library is our own fault. */
export function isOwnFault(error: unknown): boolean {
  const isUnwritable = error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;
  return isUnwritable || scarce.has((error as NodeJS.ErrnoException).code);
}

/** Returns how the transport failed, from the error of a socket or of the library. */
export function failureOf(error: unknown): { code: TransportCode; message: string } {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const text = `${name ?? ''} ${code ?? ''} ${message ?? ''}`.trim();
  return { code: codes.find(([pattern]) => pattern.test(text))?.[1] ?? 'reset', message: text.slice(0, 300) };
}

/** Returns headers as received. */
function pairs(raw: unknown): [string, string][] {
  const list = raw as readonly Buffer[];
  return Array.from({ length: Math.floor(list.length / 2) }, (_, index) => [
    String(list[2 * index]),
    list[2 * index + 1]?.toString('latin1') ?? '',
  ]);
}

/** Splits an address in two parts. The path stays as written: a URL object would resolve `..`, so the request sent would differ from the one recorded. */
export function partsOf(url: string): { origin: string; path: string } {
  const [origin = ''] = /^https?:\/\/[^/?#]*/.exec(url) ?? [];
  const path = url.slice(origin.length);
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}

type Received = Extract<WireAnswer, { status: number }>;

/** Sends one request and collects its answer, up to `maxStoredBytes`: then the sender is stopped, so that memory use stays constant for any length. */
function received(wire: Dispatcher, request: Dispatcher.DispatchOptions, deadlineMs: number): Promise<Received> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Received>((resolve, reject) => {
    let [status, headers, length]: [number, Received['headers'], number] = [0, [], 0];
    const chunks: Buffer[] = [];
    const end = (cut: boolean) =>
      resolve({ status, headers, body: { bytes: Buffer.concat(chunks).subarray(0, maxStoredBytes), cut } });
    let late: Error | undefined;
    let stop: (reason: Error) => void = reject;
    timer = setTimeout(() => {
      late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      stop(late);
    }, deadlineMs);
    wire.dispatch(request, {
      onRequestStart: (controller) => {
        stop = (reason) => controller.abort(reason);
        if (late) stop(late);
      },
      onResponseStart: ({ rawHeaders }, code) => {
        [status, headers] = [code, pairs(rawHeaders)];
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= maxStoredBytes) return;
        end(true);
        stop(new Error('enough'));
      },
      onResponseEnd: () => end(false),
      onResponseError: (_, error) => reject(error),
    });
  }).finally(() => clearTimeout(timer));
}

/**
 * Sends one request once and reads its answer until the deadline. Never throws for the target's behaviour. Throws for a request that HTTP cannot express, and
 * if this machine has no more sockets: these faults are our own.
 */
export async function exchange(
  wire: Dispatcher,
  { url, method, headers, body, deadlineMs, isPipelined = false }: WireRequest,
): Promise<WireAnswer> {
  try {
    const request = { ...partsOf(url), method: method as 'GET', headers: headers.flat(), body: body ?? null };
    const pipelined = isPipelined && { idempotent: true, blocking: false };
    const answer = await received(wire, { ...request, ...pipelined }, deadlineMs);
    return { ...answer, body: await decodedBody(answer.body, answer.headers) };
  } catch (error) {
    if (isOwnFault(error)) throw error;
    return { failure: failureOf(error) };
  }
}
