import { createHash, createHmac } from 'node:crypto';
import { withoutCards } from '../redaction/cardNumbers.ts';

/** The bytes of a UUID that are drawn, and the hex digits that prove whose it is. */
const drawnBytes = 10;
const proofDigits = 12;

/** Every text of an id that may be one of our UUIDs: 32 hex digits as in a random one, with or without its dashes. The look-ahead finds overlapping ones. */
const uuids = /(?=([0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}))/g;

/** The lengths of an id of letters and digits, and how many of its characters prove whose it is. */
const lettered = { least: 18, most: 24, proof: 6 };

const proofOf = (key: string, drawn: string) =>
  createHmac('sha256', key).update(drawn).digest('hex').slice(0, proofDigits);

const drawnFor = (text: string) => createHash('sha256').update(text).digest();

/** Returns a number below `below` that a text draws. */
export const numberFor = (text: string, below: number): number => drawnFor(text).readUInt32LE() % below;

/** Returns a word of eight letters that a text draws. */
export const drawnWord = (text: string): string =>
  Array.from({ length: 8 }, (_, at) => String.fromCharCode(97 + numberFor(`${text} ${at}`, 26))).join('');

const oneFor = <One>(text: string, all: readonly One[]): One => all[numberFor(text, all.length)] as One;

/** Returns letters and digits, the same for the same text. */
const lettersFor = (text: string, length: number) =>
  BigInt(`0x${drawnFor(text).toString('hex')}`)
    .toString(36)
    .slice(-length)
    .padStart(length, '0');

function letteredFor(key: string, name: string): string {
  const length = lettered.least + numberFor(`${key} ${name} length`, lettered.most - lettered.least + 1);
  const drawn = lettersFor(`${key} ${name}`, length - lettered.proof);
  return drawn + letteredProof(key, drawn);
}

const letteredProof = (key: string, drawn: string) => lettersFor(`${key} proves ${drawn}`, lettered.proof);

function hexFor(key: string, name: string): string {
  const bytes = drawnFor(`${key} ${name}`).subarray(0, drawnBytes);
  // The version and the variant of a random UUID.
  bytes.writeUInt8((bytes.readUInt8(6) % 16) + 64, 6);
  bytes.writeUInt8((bytes.readUInt8(8) % 64) + 128, 8);
  const drawn = bytes.toString('hex');
  return drawn + proofOf(key, drawn);
}

/** The characters of a short id: those that no other one of its run has, as many as it may have besides, and those that prove whose it is. */
const short = { place: 4, most: 4, proof: 4 };
const shortPlaces = 36 ** short.place;

/** The numbers that one worker has for its ids. */
const placesOfWorker = 4096;

const shortProof = (key: string, drawn: string) => lettersFor(`${key} proves short ${drawn}`, short.proof);

/** The digits of a short id that is a number: those that no other one of its run has, and those that prove whose it is. None is as long as a card number. */
const numeric = { place: 7, proof: 5 };

const numericProof = (key: string, drawn: string) =>
  String(numberFor(`${key} proves number ${drawn}`, 10 ** numeric.proof)).padStart(numeric.proof, '0');

/** A step that meets each place once: it shares no factor with 36. */
const stepFor = (text: string) => 6 * numberFor(`${text} step`, shortPlaces / 6) + 1;

/**
 * Returns the `nth` short id of a worker of a run: eight to twelve letters and digits, or a number of twelve digits, random to everybody without the key, and no other
 * of the run is the same.
 */
export function shortId(
  { key }: Pick<IdSource, 'key'>,
  { run, worker, nth }: { run: string; worker: string; nth: number },
): string {
  const known = /^p(\d{1,2})/.exec(worker)?.[1];
  const at = known === undefined ? 100 + numberFor(worker, 300) : Number(known);
  const from = numberFor(`${key} ${run} first place`, shortPlaces);
  const place = (from + (at * placesOfWorker + nth) * stepFor(`${key} ${run}`)) % shortPlaces;
  const more = lettersFor(`${key} ${run} ${worker} ${nth}`, short.most);
  if (numberFor(`${more} is a number`, 2) === 0) {
    const digits = String(10 ** (numeric.place - 1) + place);
    return digits + numericProof(key, digits);
  }
  const drawn = `${place.toString(36).padStart(short.place, '0')}${more}`.slice(
    0,
    short.place + numberFor(more, short.most + 1),
  );
  return drawn + shortProof(key, drawn);
}

const isOwnNumber = (key: string, text: string) =>
  /^[1-9]\d*$/.test(text) &&
  text.length === numeric.place + numeric.proof &&
  numericProof(key, text.slice(0, numeric.place)) === text.slice(numeric.place);

const isOwnShort = (key: string, text: string) =>
  isOwnNumber(key, text) ||
  (text.length <= short.place + short.most + short.proof &&
    text.length >= short.place + short.proof &&
    shortProof(key, text.slice(0, -short.proof)) === text.slice(-short.proof));

/** What the ids of a run are made from: the key that owns them, and the seed that draws their form. */
export interface IdSource {
  key: string;
  seed: number;
}

const saltDigits = 32;

/** Returns a key of ids that follows from a nonce and chance: no run before the nonce has it, and nobody who has only the nonce knows it. */
export const keyOfChallenge = (nonce: string, salt: string): string =>
  salt + createHash('sha256').update(`assay ids ${nonce} ${salt}`).digest('hex').slice(0, saltDigits);

/** True if a key of ids follows from this nonce. */
export const isKeyOfChallenge = (nonce: string, key: string): boolean =>
  key === keyOfChallenge(nonce, key.slice(0, saltDigits));

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** How merchants write ids: a run has one of these forms. */
const forms: readonly ((key: string, name: string) => string)[] = [
  (key, name) => dashed(hexFor(key, name)),
  hexFor,
  letteredFor,
  (key, name) => letteredFor(key, name).toUpperCase(),
];

/** Returns what stands before each id of a run, such as `ord-` or `KW`; often nothing. */
function beginningFor(key: string): string {
  const letters = lettersFor(`${key} beginning`, 40).replace(/\d/g, '');
  const text = letters.slice(0, oneFor(`${key} size`, [0, 0, 0, 1, 2, 3, 3, 4]));
  const written = oneFor(`${key} case`, [text, text.toUpperCase()]);
  return written && written + oneFor(`${key} sign`, ['', '', '-', '_', '.', ':', '/', '+', '@']);
}

/** Returns the id of a name: random to everybody without the key, in a form that the seed draws, and never like a card number. */
export function ownId({ key, seed }: IdSource, name: string): string {
  const form = oneFor(`${seed} form`, forms);
  for (let nth = 0; ; nth += 1) {
    const id = beginningFor(key) + form(key, nth === 0 ? name : `${name} ${nth}`);
    if (withoutCards(id) === id) return id;
  }
}

/** Returns the id of a name in the form that most programs write, a random UUID: no other form is as common, so that no other says less about who sends it. */
export function plainId({ key }: Pick<IdSource, 'key'>, name: string): string {
  for (let nth = 0; ; nth += 1) {
    const id = dashed(hexFor(key, nth === 0 ? name : `${name} ${nth}`));
    if (withoutCards(id) === id) return id;
  }
}

/** Returns letters, digits and signs that fill an id up: random to everybody without the key. */
export function fillingFor(key: string, name: string): string {
  const text = Array.from({ length: 6 }, (_, nth) => drawnFor(`${key} filling ${name} ${nth}`).toString('base64url'));
  // Without long groups of digits nothing looks like a card number.
  return text.join('.').replace(/\d{3,}/g, (digits) => 'K'.repeat(digits.length));
}

const isOwnUuid = (key: string, hex: string) => proofOf(key, hex.slice(0, -proofDigits)) === hex.slice(-proofDigits);

const isOwnLettered = (key: string, text: string) =>
  letteredProof(key, text.slice(0, -lettered.proof)) === text.slice(-lettered.proof);

/** Yields every part of a text that is as long as an id of letters and digits. */
function* letteredParts(text: string): Generator<string> {
  for (const [run] of text.matchAll(/[0-9a-z]+/g))
    for (let start = 0; start + lettered.least <= run.length; start += 1)
      for (let end = start + lettered.least; end <= Math.min(run.length, start + lettered.most); end += 1)
        yield run.slice(start, end);
}

/** The longest text in which an id is looked for. */
const longestText = 600;

/** True if a text contains an id that one of these keys owns, in any letter case. */
function isOwnedBy(keys: readonly string[], given: string): boolean {
  const text = given.slice(0, longestText).toLowerCase();
  const hexes = [...text.matchAll(uuids)].map(([, one = '']) => one.replaceAll('-', ''));
  if (hexes.some((hex) => keys.some((key) => isOwnUuid(key, hex)))) return true;
  for (const part of letteredParts(text)) if (keys.some((key) => isOwnLettered(key, part))) return true;
  return keys.some((key) => isOwnShort(key, text));
}

/** True if a text contains an id that one of these runs has made: by its key, or, in older journals and where it is recognisable, by the name of the run. */
export function isMadeBy(runs: readonly { run: string; idKey?: string }[], text: string): boolean {
  const keys = runs.flatMap(({ idKey }) => idKey ?? []);
  return isOwnedBy(keys, text) || runs.some(({ run }) => text.startsWith(`${run}-`));
}
