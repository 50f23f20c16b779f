// A finite double as the whole number of units that its shortest decimal text stands for, units being 10 to the minus places.
type Units = { units: bigint; places: number };

/** Whether a number is a multiple of a step, both as their decimal texts say: 0.07 is one of 0.01, as no double arithmetic knows. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const one = unitsOf(value);
  const other = unitsOf(step);
  const places = Math.max(one.places, other.places);
  return scaled(one, places) % scaled(other, places) === 0n;
}

/** The decimal text of a finite double as whole units of 10 to the minus `places`. */
export function unitsOf(value: number): Units {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const places = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

/** The same number in finer units. */
export function scaled({ units, places }: Units, to: number): bigint {
  return units * 10n ** BigInt(to - places);
}
