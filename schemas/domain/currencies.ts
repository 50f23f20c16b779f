const names = ['firstName', 'lastName'] as const;

/** What the text says of a currency: whether it is a coin, and what a body by currency and method needs besides the fields of its method. */
interface CurrencyRow {
  readonly isCoin?: true;
  readonly PAYIN?: readonly string[];
  readonly PAYOUT?: readonly string[];
}

const rows = {
  BTC: { isCoin: true },
  ETH: { isCoin: true },
  USDT: { isCoin: true, PAYIN: ['blockchain'], PAYOUT: ['blockchain'] },
  TRX: { isCoin: true },
  EUR: { PAYIN: names, PAYOUT: [...names, 'phoneNumber'] },
  USD: { PAYIN: names, PAYOUT: [...names, 'phoneNumber'] },
  UAH: {},
  KZT: { PAYOUT: names },
  TRY: {},
  IDR: {},
} as const satisfies Readonly<Record<string, CurrencyRow>>;

const all = Object.entries<CurrencyRow>(rows);

/** The currencies of payments (§ Payment, currency). */
export const currencies: readonly string[] = Object.keys(rows);

/** The coins that the text names; acquiring adds USDC (§ Crypto acquiring). */
export const coins: readonly string[] = [...all.flatMap(([name, { isCoin }]) => (isCoin ? [name] : [])), 'USDC'];

/** True for a currency of the text that is no coin: its payments have no blockchain. */
export const isFiat = (currency: string): boolean => currencies.includes(currency) && !coins.includes(currency);

/** Returns the fields that a payment by currency and method needs besides the fields of its method (§ Payments, the two bodies). */
export const neededFields = (direction: 'PAYIN' | 'PAYOUT', currency: string): readonly string[] =>
  new Map(all).get(currency)?.[direction] ?? [];

/** Returns the currencies whose payments by currency and method need a field. */
export const currenciesThatNeed = (direction: 'PAYIN' | 'PAYOUT', name: string): string[] =>
  currencies.filter((currency) => neededFields(direction, currency).includes(name));
