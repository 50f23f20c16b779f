import { decimal, type Exact, isExactNumber } from '../../schemas/json/exact.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';

/** Amounts by what they are of, as decimals: a currency, or the pair of an exchange. */
export type Amounts = Readonly<Record<string, string>>;

/** What orders may move: what pay-outs take from the balance, by currency, and what is exchanged, by pair. */
export interface Outlay {
  takes: Amounts;
  exchanges: Amounts;
}

/** Nothing is moved. */
export const noOutlay: Outlay = { takes: {}, exchanges: {} };

/** The sum of some amounts of each kind. */
export function sumOfAmounts(all: readonly Amounts[]): Amounts {
  const sum: Record<string, string> = {};
  for (const [name, amount] of all.flatMap((one) => Object.entries(one)))
    sum[name] = decimal(sum[name] ?? '0')
      .plus(decimal(amount))
      .toFixed();
  return sum;
}

/** The sum of some outlays. */
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

/** What an order moves if it is made, by its operation and its body; `currencyOf` names the currency of a method that the body names by its id. */
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
