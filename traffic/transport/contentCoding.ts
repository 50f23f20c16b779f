import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Unread } from '../journal/journalTypes.ts';
import { maxStoredBytes, type RawBody, readBounded } from './body.ts';

/** Zlib wraps what it deflates; some servers send it bare. */
const isWrapped = ([first = 0, second = 0]: Buffer) => first % 16 === 8 && (first * 256 + second) % 31 === 0;

/** What is cut is read as far as it goes. */
const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

const gunzip = (_: Buffer, isCut: boolean) => createGunzip(isCut ? zlib : {});

/** What undoes a coding, by its name in Content-Encoding. */
const decoders: Readonly<Record<string, (bytes: Buffer, isCut: boolean) => Transform>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (bytes, isCut) => (isWrapped(bytes) ? createInflate : createInflateRaw)(isCut ? zlib : {}),
  br: (_, isCut) => createBrotliDecompress(isCut ? brotli : {}),
};

/** Codings on top of each other; more of them are nobody's good intention. */
const mostCodings = 3;

/** The codings of a body, the outermost first. */
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

/** What nobody can read, and what of it is known: the raw bytes are not kept, since secrets may stand in them unseen. */
const unreadable = (sent: Buffer, unread: Unread): RawBody => ({ bytes: Buffer.alloc(0), cut: true, sent, unread });

/** A body without its codings, within the bound of what is kept; what was sent stays with it for its length and digest. */
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
