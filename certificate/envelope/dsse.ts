import { type KeyObject, sign, verify } from 'node:crypto';
import { scanJson } from '../../schemas/json/jsonScan.ts';
import { isPlainObject, type Plain, parsedPlain } from '../../schemas/json/plain.ts';
import { fingerprintOf, publicHalf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import { payloadType, type Statement } from '../statement/statement.ts';

/** The largest envelope, bytes; that of a full run has about 200 KB. */
export const largestEnvelope = 4 * 1024 * 1024;

/** No statement is nested deeper than this. */
const deepest = 32;

/** An envelope that was read: what was signed, by which key it says, and the signature. Nothing of it is believed before `isSignedBy`. */
export interface Envelope {
  body: Buffer;
  keyid: string;
  signature: Buffer;
}

/** The bytes that DSSE signs: the type and the body, each with its length. */
function preAuthentication(body: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

const textOf = ({ body, keyid, signature }: Envelope): string =>
  `${JSON.stringify({
    payload: body.toString('base64'),
    payloadType,
    signatures: [{ keyid, sig: signature.toString('base64') }],
  })}\n`;

/** Signs a statement and returns the text of its envelope. */
export function signStatement(statement: Statement<unknown>, key: KeyObject): string {
  const body = Buffer.from(JSON.stringify(statement));
  const signature = sign(undefined, preAuthentication(body), key);
  return textOf({ body, keyid: fingerprintOf(publicHalf(key)), signature });
}

/** Parses a text that may come from anybody. Throws Refusal for one that two readers may read in two ways. */
function parsedOnce(text: string, where: string): Plain | undefined {
  const { depth, duplicates } = scanJson(text, deepest);
  if (depth > deepest) throw new Refusal('tooDeep', { where, limit: `${deepest} levels` });
  if (duplicates[0]) throw new Refusal('doubledMember', { where, seen: duplicates[0].key });
  return parsedPlain(text);
}

function partsOf(value: Plain | undefined): Envelope | undefined {
  if (!isPlainObject(value)) return undefined;
  const { payload, signatures } = value;
  const [first] = Array.isArray(signatures) ? signatures : [];
  if (typeof payload !== 'string' || !isPlainObject(first)) return undefined;
  const { keyid, sig } = first;
  if (typeof keyid !== 'string' || typeof sig !== 'string') return undefined;
  return { body: Buffer.from(payload, 'base64'), keyid, signature: Buffer.from(sig, 'base64') };
}

/**
 * Reads an envelope. It must be written exactly as `signStatement` writes it: base64 and JSON have several spellings, and a byte that may change unnoticed proves
 * nothing. Throws Refusal.
 */
export function openEnvelope(text: string, where: string): Envelope {
  if (text.length > largestEnvelope) throw new Refusal('tooLarge', { where, limit: `${largestEnvelope} bytes` });
  const value = parsedOnce(text, where);
  const parts = partsOf(value);
  if (!parts) throw new Refusal('noEnvelope', { where });
  if (isPlainObject(value) && value['payloadType'] !== payloadType) throw new Refusal('otherPayload', { where });
  if (isPlainObject(value) && Array.isArray(value['signatures']) && value['signatures'].length !== 1)
    throw new Refusal('severalSignatures', { where });
  if (textOf(parts) !== text) throw new Refusal('respelled', { where });
  return parts;
}

/** True if this key signed the envelope. */
export const isSignedBy = ({ body, signature }: Envelope, key: KeyObject): boolean =>
  verify(undefined, preAuthentication(body), key, signature);

/** Returns the value that an envelope carries. Throws Refusal if it is no JSON object. */
export function payloadOf({ body }: Envelope, where: string): Readonly<Record<string, Plain>> {
  const value = parsedOnce(body.toString(), where);
  if (!isPlainObject(value)) throw new Refusal('noStatement', { where });
  return value;
}
