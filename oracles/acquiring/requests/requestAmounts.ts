import type { Decimal, Exact } from '../../../schemas/json/exact.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** A platform fee and its two parts, if they are shown. */
export interface FeeAmounts {
  total: Decimal | undefined;
  fixed: Decimal | undefined;
  percent: Decimal | undefined;
}

/** The figures of an unpaid fixed-price request (§ Crypto acquiring request). */
export interface RequestAmounts {
  exchanges: readonly string[];
  /** A short description of the request for use in a sentence. */
  name: string;
  asset: string;
  currency: string;
  amount: Decimal;
  amountIn: string;
  rate: Decimal | undefined;
  pair: string | undefined;
  converted: Decimal | undefined;
  pay: Decimal | undefined;
  payer: FeeAmounts;
  merchant: FeeAmounts;
  processing: Decimal | undefined;
}

const feeIn = (value: Exact, whose: 'payer' | 'merchant'): FeeAmounts => ({
  total: numberIn(value, `${whose}PlatformFee`),
  fixed: numberIn(value, `${whose}FixedPlatformFee`),
  percent: numberIn(value, `${whose}PercentPlatformFee`),
});

/** Payments change the figures in a way that the interface does not show. Only waiting requests are used. */
const isWaiting = (value: Exact) =>
  textField(value, 'status') === 'WAITING_PAYMENT' && !numberIn(value, 'paidAmount')?.gt(0);

function figuresOf({ value, exchange }: AcquiringSighting): RequestAmounts[] {
  const [amount, amountIn] = [numberIn(value, 'requestAmount'), textField(value, 'requestAmountIn')];
  const [blockchain, currency] = [textField(value, 'blockchain') ?? '', textField(value, 'currency')];
  if (!amount?.gt(0) || amountIn === undefined || currency === undefined || !isWaiting(value)) return [];
  const rate = numberIn(value, 'convertRate');
  const at = rate ? ` at ${rate.toFixed()}` : '';
  return [
    {
      exchanges: [exchange.id],
      name: `a request of ${amount.toFixed()} ${amountIn} in ${blockchain}_${currency}${at}`,
      asset: `${blockchain}_${currency}`,
      ...{ currency, amount, amountIn, rate },
      pair: textField(value, 'convertPair'),
      converted: numberIn(value, 'requestAmountConverted'),
      pay: numberIn(value, 'payAmount'),
      payer: feeIn(value, 'payer'),
      merchant: feeIn(value, 'merchant'),
      processing: numberIn(value, 'processingAmount'),
    },
  ];
}

/** The figures of a request, without the exchanges that showed them. */
const sameness = ({ exchanges: _, ...figures }: RequestAmounts) => JSON.stringify(figures);

/** Returns the figures of all fixed-price requests that a run has seen. Repeated sightings are included once. */
export const requestAmountsIn = memoizedByRecord((record: RunRecord): RequestAmounts[] => {
  const all = requestsIn(record).flatMap(figuresOf);
  return [...grouped(all, sameness).values()].flatMap(([first]) => first ?? []);
});
