import { decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';

/** Amounts as decimals, by currency or by pair of an exchange. */
export type Amounts = Readonly<Record<string, string>>;

/** What orders may move: pay-outs from the balance, by currency, and exchanges, by pair. */
export interface Outlay {
  takes: Amounts;
  exchanges: Amounts;
}

/** The outlay of no order. */
export const noOutlay: Outlay = { takes: {}, exchanges: {} };

/** Returns the sum of some amounts, by key. */
export function sumOfAmounts(all: readonly Amounts[]): Amounts {
  const sum: Record<string, string> = {};
  for (const [name, amount] of all.flatMap((one) => Object.entries(one)))
    sum[name] = decimal(sum[name] ?? '0')
      .plus(decimal(amount))
      .toFixed();
  return sum;
}

/** Returns the sum of some outlays. */
export function sumOfOutlays(all: readonly Outlay[]): Outlay {
  return {
    takes: sumOfAmounts(all.map(({ takes }) => takes)),
    exchanges: sumOfAmounts(all.map((one) => one.exchanges)),
  };
}

function amountOf(body: Exact | undefined): string | undefined {
  const amount = field(body, 'amount');
  if (!isExactNumber(amount)) return undefined;
  const value = decimal(amount);
  return value.gt(0) ? value.toFixed() : undefined;
}

/**
 * Returns what an order with this operation and body would move if the target accepted it. `currencyOf` gives the currency of a method that the body names by
 * its id.
 */
export function outlayOf(
  operation: string | undefined,
  body: Exact | undefined,
  currencyOf: (methodId: string) => string | undefined = () => undefined,
): Outlay {
  const amount = amountOf(body);
  if (amount === undefined) return noOutlay;
  const method = textField(body, 'paymentMethodId') ?? '';
  const currency = textField(body, 'currency') ?? currencyOf(method) ?? method;
  if (operation === 'POST /v1/user/payments/payout') return { ...noOutlay, takes: { [currency]: amount } };
  if (operation !== 'POST /v1/user/exchange') return noOutlay;
  return { ...noOutlay, exchanges: { [textField(body, 'symbolPair') ?? '']: amount } };
}
