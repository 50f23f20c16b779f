import { createHash } from 'node:crypto';

/** A repeatable source of bytes: the same seed yields the same sequence. */
export interface Random {
  readonly seed: string;
  drawn: number;
}

/** Creates a source that has produced nothing yet. */
export const newRandom = (seed: string): Random => ({ seed, drawn: 0 });

/** Returns the next `count` bytes, at most 32. */
export function bytes(random: Random, count: number): Uint8Array {
  random.drawn += 1;
  return createHash('sha256').update(`${random.seed}/${random.drawn}`).digest().subarray(0, count);
}

/** Returns the next `count` bytes as lower-case hex. */
export const hex = (random: Random, count: number): string => Buffer.from(bytes(random, count)).toString('hex');

/** Returns the next `count` decimal digits, at most 32. */
export const digits = (random: Random, count: number): string =>
  Array.from(bytes(random, count), (byte) => byte % 10).join('');

/** Returns the next random (version 4) UUID, lower-case. */
export function uuid(random: Random): string {
  const drawn = Buffer.from(bytes(random, 16));
  drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
  drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
  return drawn.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
