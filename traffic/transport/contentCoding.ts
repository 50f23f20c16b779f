import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Unread } from '../journal/journalTypes.ts';
import { maxStoredBytes, type RawBody, readBounded } from './body.ts';

/** True for data with a zlib header; some servers send deflate data without one. */
const isWrapped = ([first = 0, second = 0]: Buffer) => first % 16 === 8 && (first * 256 + second) % 31 === 0;

/** The options that decode cut data as far as possible. */
const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const gunzip = (_: Buffer, isCut: boolean) => createGunzip(isCut ? zlib : {});

/** Decoders by their name in Content-Encoding. */
const decoders: Readonly<Record<string, (bytes: Buffer, isCut: boolean) => Transform>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (bytes, isCut) => (isWrapped(bytes) ? createInflate : createInflateRaw)(isCut ? zlib : {}),
  br: (_, isCut) => createBrotliDecompress(isCut ? brotli : {}),
};

/** The most nested codings that are decoded; no honest server uses more. */
const mostCodings = 3;

/** Returns the codings of a body, outermost first. */
function codingsOf(headers: readonly (readonly [string, string])[]): string[] {
  const named = headers.flatMap(([name, value]) => (/^content-encoding$/i.test(name) ? value.split(',') : []));
  const codings = named.map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
}

async function undone(body: RawBody, decoder: Transform): Promise<RawBody> {
  decoder.end(body.bytes);
  const { bytes, cut } = await readBounded(decoder);
  return { bytes, cut: cut || body.cut };
}

/** Returns an unreadable body with what is known about it. The raw bytes are not stored, since they may hide secrets. */
const unreadable = (sent: Buffer, unread: Unread): RawBody => ({ bytes: Buffer.alloc(0), cut: true, sent, unread });

/** Decodes a body, up to the stored length; the bytes as sent stay with it for their length and digest. */
export async function decodedBody(raw: RawBody, headers: readonly (readonly [string, string])[]): Promise<RawBody> {
  const codings = codingsOf(headers);
  if (codings.length === 0 || raw.bytes.length === 0) return raw;
  const known = codings.map((coding) => (Object.hasOwn(decoders, coding) ? decoders[coding] : undefined));
  if (codings.length > mostCodings || known.includes(undefined)) return unreadable(raw.bytes, 'coded');
  try {
    let body = raw;
    for (const make of known) if (make) body = await undone(body, make(body.bytes, body.cut));
    return { ...body, bytes: body.bytes.subarray(0, maxStoredBytes), sent: raw.bytes };
  } catch {
    return unreadable(raw.bytes, 'miscoded');
  }
}
