import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DigestFacts, DigestFault } from '../../../traffic/journal/journalTypes.ts';

/** A secret of a kind, by the number under which registrations and deliveries name it. */
export interface NumberedSecret {
  number: number;
  value: string;
}

/** One attempt of a delivery as its digest is judged: the header's text, the raw bytes, and who may have signed them. */
export interface SignedDelivery {
  header: string | undefined;
  raw: Buffer;
  /** The path that it came to. */
  path: string;
  secrets: readonly NumberedSecret[];
  /** Secrets of another purpose, which one may mistake for the right one. */
  others: readonly string[];
}

const digestOf = (text: Buffer, secret: string, algorithm = 'sha1') => createHmac(algorithm, secret).update(text);

/** Compares in constant time; the hex may be written in either letter case. */
function isDigest(seen: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(seen.toLowerCase()), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** True for the digest of these raw bytes by a secret. */
export function isSignedBy(header: string, raw: Buffer, secret: string): boolean {
  return isDigest(header, digestOf(raw, secret).digest('hex'));
}

/** A body longer than this is not digested again and again to explain what is wrong. */
const longestExplained = 64 * 1024;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(pairs.map(([name, inside]) => [name, sorted(inside)]));
}

/** Spaces after commas and colons, as some writers set them. */
const spaced = (value: unknown) =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([{[]) | ([}\]])/g, '$1$2');

const writers: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, 4),
  spaced,
  (value) => JSON.stringify(sorted(value)),
];

/** The same JSON in other words: what one digests who has parsed the body before. */
function reformatted(raw: Buffer): string[] {
  const text = raw.toString('utf8');
  const plain = [`${text}\n`, text.trim(), text.replaceAll('/', '\\/')];
  try {
    const value: unknown = JSON.parse(text);
    return [...plain, ...writers.map((write) => write(value))];
  } catch {
    return plain;
  }
}

interface Way {
  fault: DigestFault;
  digests(signed: SignedDelivery): string[];
}

const withEach = (secrets: readonly NumberedSecret[], texts: readonly Buffer[]): string[] =>
  secrets.flatMap(({ value }) => texts.map((text) => digestOf(text, value).digest('hex')));

const buffers = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));

/** The known wrong ways; the first that explains a digest names its fault. */
const ways: readonly Way[] = [
  {
    fault: 'otherAlgorithm',
    digests: ({ raw, secrets }) =>
      secrets.flatMap(({ value }) =>
        ['sha256', 'sha512', 'sha384', 'sha224', 'md5'].flatMap((algorithm) => {
          const digest = digestOf(raw, value, algorithm).digest();
          return [digest.toString('hex'), digest.toString('base64').toLowerCase()];
        }),
      ),
  },
  {
    fault: 'otherEncoding',
    digests: ({ raw, secrets }) =>
      secrets.flatMap(({ value }) => {
        const digest = digestOf(raw, value).digest();
        const hex = digest.toString('hex');
        return [digest.toString('base64'), digest.toString('base64url'), `sha1=${hex}`, `0x${hex}`].map((text) =>
          text.toLowerCase(),
        );
      }),
  },
  { fault: 'reformatted', digests: ({ raw, secrets }) => withEach(secrets, buffers(reformatted(raw))) },
  {
    fault: 'otherText',
    digests: ({ raw, path, secrets }) => {
      const text = raw.toString('latin1');
      const around = secrets.map(({ value }) => `${text}${value}`);
      const texts = ['', `${path}${text}`, `${text}${path}`, `POST${path}${text}`, ...around];
      return withEach(
        secrets,
        texts.map((one) => Buffer.from(one, 'latin1')),
      );
    },
  },
  {
    fault: 'otherSecret',
    digests: ({ raw, others }) => ['', ...others].map((value) => digestOf(raw, value).digest('hex')),
  },
];

function faultOf(signed: SignedDelivery, header: string): DigestFault {
  if (signed.raw.length > longestExplained) return 'unexplained';
  const seen = header.toLowerCase();
  return ways.find(({ digests }) => digests(signed).includes(seen))?.fault ?? 'unexplained';
}

/** Judges the digest of a delivery over its raw bytes (§ Webhook authentication, rules 2 and 3); the newest secret that it is right by is named. */
export function digestFacts(signed: SignedDelivery): DigestFacts {
  const header = signed.header?.trim();
  if (header === undefined) return { present: false };
  const right = signed.secrets.filter(({ value }) => isSignedBy(header, signed.raw, value));
  if (right.length > 0) return { present: true, secret: Math.max(...right.map(({ number }) => number)) };
  return { present: true, fault: faultOf(signed, header) };
}
