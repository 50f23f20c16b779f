import { createHash, createHmac } from 'node:crypto';
import { withoutCards } from '../redaction/cardNumbers.ts';

/** The bytes of an id that are drawn, and the hex digits that prove whose it is. */
const drawnBytes = 10;
const proofDigits = 12;

/** Every text of an id that may be one of ours: 32 hex digits as in a random UUID, with or without its dashes. The look-ahead finds overlapping ones. */
const candidates = /(?=([0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}))/g;

/** How the ids of a merchant look: what stands before them, and how they are written. A run has one of these forms. */
const beginnings = ['', '', '', 'order-', 'ord_', 'INV-', 'inv.', 'tx-', 'ref:', 'S', 'web-', 'P-', 'cart_', 'no-'];
const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const writings = [dashed, dashed, (hex: string) => hex, (hex: string) => dashed(hex).toUpperCase()];

const proofOf = (key: string, drawn: string) =>
  createHmac('sha256', key).update(drawn).digest('hex').slice(0, proofDigits);

const drawnFor = (text: string) => createHash('sha256').update(text).digest();

/** Returns a number below `below` that a text draws. */
export const numberFor = (text: string, below: number): number => drawnFor(text).readUInt32LE() % below;

const oneFor = <One>(text: string, all: readonly One[]): One => all[numberFor(text, all.length)] as One;

function hexFor(key: string, name: string): string {
  const bytes = drawnFor(`${key} ${name}`).subarray(0, drawnBytes);
  // The version and the variant of a random UUID.
  bytes.writeUInt8((bytes.readUInt8(6) % 16) + 64, 6);
  bytes.writeUInt8((bytes.readUInt8(8) % 64) + 128, 8);
  const drawn = bytes.toString('hex');
  return drawn + proofOf(key, drawn);
}

/** What the ids of a run are made from: the key that owns them, and the seed that draws their form. */
export interface IdSource {
  key: string;
  seed: number;
}

/** Returns the id of a name: random to everybody without the key, in the form that the seed draws, and never like a card number. */
export function ownId({ key, seed }: IdSource, name: string): string {
  const [before, write] = [oneFor(`${seed} beginning`, beginnings), oneFor(`${seed} writing`, writings)];
  for (let nth = 0; ; nth += 1) {
    const id = before + write(hexFor(key, nth === 0 ? name : `${name} ${nth}`));
    if (withoutCards(id) === id) return id;
  }
}

/** Returns letters, digits and signs that fill an id up: random to everybody without the key. */
export function fillingFor(key: string, name: string): string {
  const text = Array.from({ length: 6 }, (_, nth) => drawnFor(`${key} filling ${name} ${nth}`).toString('base64url'));
  // Without long groups of digits nothing looks like a card number.
  return text.join('.').replace(/\d{3,}/g, (digits) => 'K'.repeat(digits.length));
}

/** True if a text contains an id that one of these keys owns, in any letter case. */
export function isOwnedBy(keys: readonly string[], text: string): boolean {
  const found = [...text.toLowerCase().matchAll(candidates)].map(([, one = '']) => one.replaceAll('-', ''));
  return found.some((hex) => {
    const drawn = hex.slice(0, -proofDigits);
    return keys.some((key) => proofOf(key, drawn) === hex.slice(-proofDigits));
  });
}
