import { Decimal, type Money, money } from '../core/money.ts';

interface Currency {
  kind: 'FIAT' | 'CRYPTO';
  scale: number;
  usd: Money;
}

function currency(kind: Currency['kind'], scale: number, usd: string): Currency {
  return { kind, scale, usd: money(usd) };
}

const CURRENCIES = new Map<string, Currency>([
  ['BTC', currency('CRYPTO', 8, '64250.5')],
  ['ETH', currency('CRYPTO', 18, '3120.25')],
  ['TRX', currency('CRYPTO', 6, '0.2437')],
  ['USDT', currency('CRYPTO', 6, '1')],
  ['USDC', currency('CRYPTO', 6, '1')],
  ['EUR', currency('FIAT', 2, '1.0842')],
  ['USD', currency('FIAT', 2, '1')],
  ['UAH', currency('FIAT', 2, '0.0241')],
  ['KZT', currency('FIAT', 2, '0.00195')],
  ['TRY', currency('FIAT', 2, '0.0257')],
  ['IDR', currency('FIAT', 0, '0.0000614')],
]);

/** The codes of all currencies that the service knows. */
export const CURRENCY_CODES: readonly string[] = [...CURRENCIES.keys()];

/** True when a text is the code of a currency of the service. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** What is known of a currency. */
export function currencyOf(code: string): Currency {
  const found = CURRENCIES.get(code);
  if (found === undefined) throw new Error(`unknown currency ${code}`);
  return found;
}

/** The market rate: how much of the second currency one unit of the first is worth, to 12 significant digits. */
export function marketRate(from: string, to: string): Money {
  if (from === to) return new Decimal(1);
  return currencyOf(from).usd.dividedBy(currencyOf(to).usd).toSignificantDigits(12);
}
