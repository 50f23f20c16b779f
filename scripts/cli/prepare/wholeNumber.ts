import type { Problem } from '../../../traffic/system/configurationError.ts';

/** The bounds of an option that is a whole number, and the number without the option. */
interface Bounds {
  usual: number;
  least: number;
  most: number;
}

/** Reads an option that is a whole number; returns a problem for any other text. */
export function wholeNumber(where: string, text: string | undefined, { usual, least, most }: Bounds): number | Problem {
  if (text === undefined) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const hint = 'Give such a number, or leave the option out.';
  return { where, wanted: `a whole number from ${least} to ${most}`, seen: text, hint };
}
