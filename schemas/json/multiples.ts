// A finite double as an integer number of units of 10^-places, read from its shortest decimal text.
type Units = { units: bigint; places: number };

/** True if a number is a multiple of a step by their decimal texts: 0.07 is a multiple of 0.01, which double arithmetic gets wrong. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const one = unitsOf(value);
  const other = unitsOf(step);
  const places = Math.max(one.places, other.places);
  return scaled(one, places) % scaled(other, places) === 0n;
}

/** Converts the decimal text of a finite double to an integer number of units of 10^-places. */
export function unitsOf(value: number): Units {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const places = fraction.length - Number(exponent);
  const units = BigInt(sign + integer + fraction);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

/** Returns the number of units of the same value at a larger number of places. */
export function scaled({ units, places }: Units, to: number): bigint {
  return units * 10n ** BigInt(to - places);
}
