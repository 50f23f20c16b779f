import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DigestFacts, DigestFault } from '../../../traffic/journal/journalTypes.ts';

/** A secret of a webhook kind, with the number that registrations and deliveries use for it. */
export interface NumberedSecret {
  number: number;
  value: string;
}

/** What the check of a digest needs of one attempt: the header text, the raw bytes, and the secrets that may have signed it. */
export interface SignedDelivery {
  header: string | undefined;
  raw: Buffer;
  /** The path of the request. */
  path: string;
  secrets: readonly NumberedSecret[];
  /** Secrets for other purposes, which the sender may have used by mistake. */
  others: readonly string[];
}

const digestOf = (text: Buffer, secret: string, algorithm = 'sha1') => createHmac(algorithm, secret).update(text);

/** Compares in constant time; the hex digits may be in either letter case. */
function isDigest(seen: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(seen.toLowerCase()), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** True if the header is the digest of these raw bytes with a secret. */
export function isSignedBy(header: string, raw: Buffer, secret: string): boolean {
  return isDigest(header, digestOf(raw, secret).digest('hex'));
}

/** For a longer body, a wrong digest is not explained, because the explanation needs many variants of the digest. */
const longestExplained = 64 * 1024;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(pairs.map(([name, inside]) => [name, sorted(inside)]));
}

/** Writes JSON with spaces after commas and colons, as some serializers do. */
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

/** Returns other texts of the same JSON, as a sender that parses the body first would digest them. */
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

/** The known mistakes in making a digest. The first mistake that gives the received digest is the fault. */
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

/**
 * Checks the digest of a delivery over its raw bytes (§ Webhook authentication, rules 2 and 3). If the digest is right for several secrets, returns the newest
 * of them.
 */
export function digestFacts(signed: SignedDelivery): DigestFacts {
  const header = signed.header?.trim();
  if (header === undefined) return { present: false };
  const right = signed.secrets.filter(({ value }) => isSignedBy(header, signed.raw, value));
  if (right.length > 0) return { present: true, secret: Math.max(...right.map(({ number }) => number)) };
  return { present: true, fault: faultOf(signed, header) };
}
