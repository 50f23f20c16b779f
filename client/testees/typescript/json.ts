/** Any JSON value; numbers are texts where they come from the wire, so that no digit is lost. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON object. */
export type JsonObject = { [name: string]: Json };

/** Integers of the contract; every other number may be money, and stays a text. */
const integers = new Set(
  'scale verificationLevel page offset pageNumber pageSize number numberOfElements size totalElements totalPages'.split(
    ' ',
  ),
);

/** A string, or a number outside of strings. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/gs;

/** Reads JSON in which every number becomes a text in plain digits. */
export function parseExact(text: string): Json {
  const quoted = text.replace(token, (whole: string, numeral?: string) => (numeral ? `"${plain(numeral)}"` : whole));
  return JSON.parse(quoted, (name, value) =>
    integers.has(name) && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
  );
}

/** Writes JSON in which the texts named `amount` are numbers, digit by digit. */
export function writeExact(body: JsonObject): string {
  return JSON.stringify(body).replace(/"amount":"(-?\d+(?:\.\d+)?)"/g, '"amount":$1');
}

/** Writes 1.5e-8 as 0.000000015. */
function plain(numeral: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(numeral) ?? [];
  const shift = Number(exponent);
  if (shift === 0) return fraction ? `${sign}${whole}.${fraction}` : sign + whole;
  if (Math.abs(shift) > 1000) throw new SyntaxError('no number of money');
  const digits = '0'.repeat(Math.max(0, -shift)) + whole + fraction + '0'.repeat(Math.max(0, shift - fraction.length));
  const point = Math.max(0, -shift) + whole.length + shift;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${left || '0'}${point < digits.length ? `.${digits.slice(point)}` : ''}`;
}

/** True for an object that is no array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
