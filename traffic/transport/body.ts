import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maxDepth, mostValues } from '../../schemas/json/exact.ts';
import { scanJson } from '../../schemas/json/jsonScan.ts';
import type { Body, Unread } from '../journal/journalTypes.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** At most 2 MB of a body are stored: a page of 500 payments is a quarter of that, and a hostile answer must not fill memory or disk. */
export const maxStoredBytes = 2 * 1024 * 1024;

/** The most bytes of a request body that are stored. A longer body was made long on purpose, so its beginning is enough. */
const storedOfSent = 64 * 1024;

/** The most bytes that are stored of JSON that is not read: the whole text would fill memory and disk without showing more. */
const storedOfUnread = 16 * 1024;

/** Raw bytes as received: all of them up to the limit, and whether more was sent. */
export interface RawBody {
  bytes: Buffer;
  cut: boolean;
  /** The bytes as sent, if they differ because of a content coding. */
  sent?: Buffer;
  unread?: Unread;
}

/** Reads a stream up to `maxStoredBytes` and then stops the sender, so that memory use stays constant for any length. */
export async function readBounded(stream: Readable): Promise<RawBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxStoredBytes) {
      // Leaving the loop destroys the stream.
      return { bytes: Buffer.concat(chunks).subarray(0, maxStoredBytes), cut: true };
    }
  }
  return { bytes: Buffer.concat(chunks), cut: false };
}

function shown(bytes: Buffer, cut: boolean): { text: string } | undefined {
  // A cut may fall inside a character, so up to three trailing bytes are dropped until the rest is complete text.
  for (let drop = 0; drop <= (cut ? 3 : 0); drop += 1) {
    const complete = bytes.subarray(0, bytes.length - drop);
    if (isUtf8(complete)) return { text: complete.toString('utf8') };
  }
  return undefined;
}

const factsOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: hash('sha256', bytes),
});

/** True if a text is too short for that many values, and has too few brackets and braces for that many levels. */
const isSmall = (text: string) =>
  text.length < mostValues && text.split('{', maxDepth).length + text.split('[', maxDepth).length < maxDepth;

/** Returns why JSON is not read, even if it has other faults too. */
function unreadIn(text: string): Unread | undefined {
  if (isSmall(text) || !/^\s*[[{]/.test(text)) return undefined;
  const { depth, values } = scanJson(text, maxDepth);
  if (depth > maxDepth) return 'nested';
  return values > mostValues ? 'wide' : undefined;
}

/** Returns the body as the journal stores it: facts of the raw bytes first, then the text without secrets. */
export function storedBody({ bytes, cut, sent = bytes, unread: known }: RawBody, redactor: Redactor): Body {
  const utf8 = shown(bytes, cut);
  const unread = known ?? (utf8 && unreadIn(utf8.text));
  const facts = { ...factsOf(sent), ...((cut || unread) && { cut: true as const }), ...(unread && { unread }) };
  if (utf8 && unread) return { text: redactor.clean(utf8.text.slice(0, storedOfUnread), true), ...facts };
  // Latin-1 maps every byte to a character, so a secret inside broken UTF-8 is found too.
  if (!utf8)
    return {
      base64: Buffer.from(redactor.clean(bytes.toString('latin1'), cut), 'latin1').toString('base64'),
      ...facts,
    };
  return { text: redactor.clean(utf8.text, cut), ...facts };
}

/** Returns a request body as the journal stores it: the facts of the whole body, and its beginning. */
export function storedSentBody(body: string | Buffer, redactor: Redactor): Body {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, 'utf8');
  const head = { bytes: bytes.subarray(0, storedOfSent), cut: bytes.length > storedOfSent, sent: bytes };
  return storedBody(head, redactor);
}
