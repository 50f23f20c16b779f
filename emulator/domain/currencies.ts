const NAMES = ['firstName', 'lastName'];

/** The currencies of § Payment, each with what a payment in it needs of a person; a request may name them even if no method has them. */
const PEOPLE: Readonly<Record<string, { readonly payin: readonly string[]; readonly payout: readonly string[] }>> = {
  BTC: { payin: [], payout: [] },
  ETH: { payin: [], payout: [] },
  USDT: { payin: [], payout: [] },
  TRX: { payin: [], payout: [] },
  EUR: { payin: NAMES, payout: [...NAMES, 'phoneNumber'] },
  USD: { payin: NAMES, payout: [...NAMES, 'phoneNumber'] },
  UAH: { payin: [], payout: [] },
  KZT: { payin: [], payout: NAMES },
  TRY: { payin: [], payout: [] },
  IDR: { payin: [], payout: [] },
};

/** The names of the currencies. */
export const CURRENCIES = Object.keys(PEOPLE);

/** Returns what a payment in a currency needs of a person (§ Payments, pay-in and pay-out bodies). */
export const personFields = (direction: 'payin' | 'payout', currency: string): readonly string[] =>
  Object.hasOwn(PEOPLE, currency) ? (PEOPLE[currency]?.[direction] ?? []) : [];
