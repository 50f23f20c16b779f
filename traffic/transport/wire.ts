import type { LookupAddress } from 'node:dns';
import { Agent, Client, type Dispatcher, errors } from 'undici';
import type { TransportCode } from '../journal/journalTypes.ts';
import type { Headers } from '../signing/signingSchemes.ts';
import { type RawBody, readBounded } from './body.ts';
import { decodedBody } from './contentCoding.ts';
import { fixedLookup } from './publicAddresses.ts';

/** One request as it goes out: nothing is added but what HTTP itself needs. */
export interface WireRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: string | Buffer;
  /** Time for the whole exchange, ms. */
  deadlineMs: number;
  /** Written at once, behind others that are not answered yet. */
  isPipelined?: boolean;
}

/** What came back: an answer with its raw bytes, or the way in which the transport failed. */
export type WireAnswer =
  | { status: number; headers: [string, string][]; body: RawBody }
  | { failure: { code: TransportCode; message: string } };

/** Headers of an answer beyond this are not read: a sound one has a hundredth of it. */
const maxHeaderSize = 64 * 1024;

/** Connections are kept open between requests; redirects are not followed, nothing is sent twice. Names lead to these addresses, where some are given. */
export function openWire(addresses?: readonly LookupAddress[]): Agent {
  const connect = addresses && { lookup: fixedLookup(addresses) };
  return new Agent({ connections: 8, pipelining: 1, allowH2: false, maxHeaderSize, ...(connect && { connect }) });
}

/** One connection that takes so many requests before the first is answered; what is lost with it is not sent again. */
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

/** What this machine has no more of is no fault of the target's. */
const scarce: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS']);

/** Whether an error of a socket or of the library is our own fault. */
export function isOwnFault(error: unknown): boolean {
  const isUnwritable = error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;
  return isUnwritable || scarce.has((error as NodeJS.ErrnoException).code);
}

/** The way in which the transport failed, told from the error of a socket or of the library. */
export function failureOf(error: unknown): { code: TransportCode; message: string } {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const text = `${name ?? ''} ${code ?? ''} ${message ?? ''}`.trim();
  return { code: codes.find(([pattern]) => pattern.test(text))?.[1] ?? 'reset', message: text.slice(0, 300) };
}

function pairs(raw: unknown): [string, string][] {
  const list = raw as readonly (Buffer | string)[];
  return Array.from({ length: Math.floor(list.length / 2) }, (_, index) => [
    String(list[2 * index]),
    String(list[2 * index + 1]),
  ]);
}

/** An address in two parts. The path stays as it is written: a URL would resolve `..` and send another than the one kept. */
export function partsOf(url: string): { origin: string; path: string } {
  const [origin = ''] = /^https?:\/\/[^/?#]*/.exec(url) ?? [];
  const path = url.slice(origin.length);
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}

/**
 * Sends one request once and reads its answer to the deadline. Never throws for what a target does; throws for a request
 * that cannot be written as HTTP, and where this machine has no more sockets: both are our own fault.
 */
export async function exchange(
  wire: Dispatcher,
  { url, method, headers, body, deadlineMs, isPipelined = false }: WireRequest,
): Promise<WireAnswer> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const answer = await wire.request({
      ...partsOf(url),
      method: method as 'GET',
      headers: headers.flat(),
      body: body ?? null,
      signal,
      responseHeaders: 'raw',
      ...(isPipelined && { idempotent: true, blocking: false }),
    });
    const received = pairs(answer.headers);
    const plain = await decodedBody(await readBounded(answer.body), received);
    return { status: answer.statusCode, headers: received, body: plain };
  } catch (error) {
    if (isOwnFault(error)) throw error;
    return { failure: failureOf(signal.aborted ? signal.reason : error) };
  }
}
