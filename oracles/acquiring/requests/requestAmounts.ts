import type { Decimal, Exact } from '../../../schemas/json/exact.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { projectInPath } from '../../core/newRecord.ts';

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

/** Returns what a request shows of its fees, by who pays them. */
export const feesIn = (value: Exact): Pick<RequestAmounts, 'payer' | 'merchant'> => ({
  payer: feeIn(value, 'payer'),
  merchant: feeIn(value, 'merchant'),
});

/** True for a request that shows nothing of its fees: they may be null until the payment is made. */
export const showsNoFee = ({ payer, merchant }: Pick<RequestAmounts, 'payer' | 'merchant'>): boolean =>
  [...Object.values(payer), ...Object.values(merchant)].every((fee) => fee === undefined);

/** Payments change the figures in a way that the interface does not show. Only waiting requests are used. */
const isWaiting = (value: Exact) =>
  textField(value, 'status') === 'WAITING_PAYMENT' && !numberIn(value, 'paidAmount')?.gt(0);

/** Returns the settings of the project of a request in the target file. */
function settingsOf(record: RunRecord, { value, exchange }: AcquiringSighting) {
  const project =
    textField(value, 'cryptoAcquiringProjectId') ?? textField(exchange.json, 'projectId') ?? projectInPath(exchange);
  return record.target?.projects?.find(({ id }) => id === project);
}

/**
 * Returns the figures that cannot be judged: with Hide fee from user a fee that is not displayed is charged all the same (§ Project settings), fees may be null
 * until the payment is made, and an amount that is converted before it is credited may be shown in another currency.
 */
function hiddenBy(record: RunRecord, sighting: AcquiringSighting, asset: string): Partial<RequestAmounts> {
  const settings = settingsOf(record, sighting);
  const { value } = sighting;
  const isHidden =
    showsNoFee(feesIn(value)) || (settings?.hideFee === true && !numberIn(value, 'payerPlatformFee')?.gt(0));
  const isConverted = settings?.autoConversion?.[asset] !== undefined;
  return { ...(isHidden && { pay: undefined }), ...((isHidden || isConverted) && { processing: undefined }) };
}

function figuresOf(record: RunRecord, sighting: AcquiringSighting): RequestAmounts[] {
  const { value, exchange } = sighting;
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
      ...feesIn(value),
      processing: numberIn(value, 'processingAmount'),
      ...hiddenBy(record, sighting, `${blockchain}_${currency}`),
    },
  ];
}

/** The figures of a request, without the exchanges that showed them. */
const sameness = ({ exchanges: _, ...figures }: RequestAmounts) => JSON.stringify(figures);

/** Returns the figures of all fixed-price requests that a run has seen. Repeated sightings are included once. */
export const requestAmountsIn = memoizedByRecord((record: RunRecord): RequestAmounts[] => {
  const all = requestsIn(record).flatMap((one) => figuresOf(record, one));
  return [...grouped(all, sameness).values()].flatMap(([first]) => first ?? []);
});
