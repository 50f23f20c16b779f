import { type Decimal, decimal } from '../../../schemas/json/exact.ts';

/** A number in a text, with the currency beside it. */
export interface ShownAmount {
  amount: Decimal;
  currency: string | undefined;
}

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '₴': 'UAH', '₸': 'KZT', '₺': 'TRY' };

const digits = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?`;
const code = String.raw`[A-Z]{3,5}\b|[$€₴₸₺]`;
const pattern = new RegExp(
  String.raw`(?:(?<![A-Za-z])(${code})[\s\u00a0\u202f]?)?(?<![\w.,-])(${digits})(?![\w])(?:[\s\u00a0\u202f]?(${code}))?`,
  'g',
);

/** The ways in which people of some country could mean a number: with a comma or a point before its fraction. */
function readings(text: string): string[] {
  const bare = text.replace(/['’\u00a0\u202f ]/g, '');
  const [points, commas] = [bare.split('.').length - 1, bare.split(',').length - 1];
  const asPoint = bare.replaceAll(',', '');
  const asComma = bare.replaceAll('.', '').replace(',', '.');
  if (points > 0 && commas > 0) return [bare.lastIndexOf('.') > bare.lastIndexOf(',') ? asPoint : asComma];
  if (points > 1) return [bare.replaceAll('.', '')];
  if (commas > 1) return [asPoint];
  return [...new Set([asPoint, asComma])];
}

const isDecimal = (text: string) => /^\d{1,30}(?:\.\d{1,30})?$/.test(text);

/** Returns the amounts that a text shows; a number that countries read differently has all its readings. */
export function amountsIn(text: string): ShownAmount[] {
  return [...text.matchAll(pattern)].flatMap(([, before, number = '', after]) => {
    const named = after ?? before;
    const currency = named === undefined ? undefined : (symbols[named] ?? named);
    return readings(number).flatMap((one) => (isDecimal(one) ? [{ amount: decimal(one), currency }] : []));
  });
}

/** The most parts into which the layout of a page splits a number, such as a large first part and a small last one. */
const mostParts = 3;

/** Returns the numbers that neighbouring parts of a text are together. */
export function joinedIn(text: string): Decimal[] {
  const parts = text.split(/\s+/);
  return parts.flatMap((first, at) => {
    if (!/^\d/.test(first)) return [];
    const some = Array.from({ length: mostParts - 1 }, (_, more) => parts.slice(at, at + more + 2).join(''));
    return some.filter((one) => /^[\d.,]+$/.test(one)).flatMap((one) => amountsIn(one).map(({ amount }) => amount));
  });
}

/** True if a text shows this amount; beside another currency it is another amount. */
export const showsAmount = (text: string, amount: Decimal, currency?: string): boolean =>
  amountsIn(text).some(
    (one) =>
      one.amount.eq(amount) && (currency === undefined || one.currency === undefined || one.currency === currency),
  );
