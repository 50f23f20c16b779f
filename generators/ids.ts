import { type Arbitrary, uuid } from 'fast-check';

/** An identifier of the right shape that no record has: <prefix>-<uuid> (§ General conventions). */
export function unknownId(prefix: string): Arbitrary<string> {
  return uuid().map((value) => `${prefix}-${value}`);
}
