import { createHash } from 'node:crypto';
import { isLuhnValid } from '../redaction/cardNumbers.ts';

/** How many cards besides the mock cards a run generates: with several cards, no card carries all orders of a run. */
const count = 8;

function luhnDigit(fifteen: string): string {
  return [...'0123456789'].find((digit) => isLuhnValid(fifteen + digit)) ?? '';
}

/** Generates Luhn-valid 16-digit cards from the seed, all different from the mock cards (§ Sandbox: any other card). */
export function drawnCards(seed: number, mockCards?: { failed: string; success: string }): string[] {
  const drawn = Array.from({ length: count + 2 }, (_, index) => {
    const digest = createHash('sha256').update(`card ${seed} ${index}`).digest();
    const digits = BigInt(`0x${digest.toString('hex')}`)
      .toString()
      .slice(-14);
    // The number begins with 4, the prefix of a known network, because a target may check the prefix.
    return `4${digits}${luhnDigit(`4${digits}`)}`;
  });
  return drawn.filter((card) => card !== mockCards?.failed && card !== mockCards?.success).slice(0, count);
}
