import { type Decimal, decimal, type RoundingMode } from '../../../schemas/json/exact.ts';
import { exactConversion, feeOn } from './conversion.ts';
import type { FeeAmounts, RequestAmounts } from './requestAmounts.ts';

/** Ways to round a number that is not negative. */
export const roundingWays: readonly RoundingMode[] = ['UP', 'DOWN', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'];

/** A figure of a request, and the ways to calculate it. Each way gives the exact value before rounding. */
export interface AmountRelation {
  field: string;
  of(figures: RequestAmounts): Decimal | undefined;
  ways: readonly ((figures: RequestAmounts) => Decimal | undefined)[];
  /** The ways to round the figure to fewer decimals than the figures from which it is calculated have. */
  coarser?: readonly RoundingMode[];
  /** The source of the figure in words, for a sentence. */
  from: string;
}

const zero = decimal('0');

const sum = (figures: readonly (Decimal | undefined)[]) =>
  figures.reduce<Decimal>((all, one) => all.plus(one ?? zero), zero);

/** Returns the exact fee before rounding if the parts of the fee are shown, or else the total fee. */
const exactFee = (fee: FeeAmounts, amount: Decimal | undefined) => (amount && feeOn(fee, amount)) ?? fee.total;

/** A total fee of 0 is not the result of a calculation, so it is left out. REQ-05 judges who pays the fee. */
const charged = ({ total }: FeeAmounts) => (total?.isZero() ? undefined : total);

/** The interface does not show to which amount the percentage of a fee applies. The two parts of the fee may also be amounts of money. */
const feeWays = (whose: 'payer' | 'merchant'): AmountRelation['ways'] => [
  (figures) => figures.pay && feeOn(figures[whose], figures.pay),
  (figures) => figures.converted && feeOn(figures[whose], figures.converted),
  ({ [whose]: { fixed, percent } }) => (fixed && percent ? fixed.plus(percent) : undefined),
];

/** If there is no rate, the two currencies are equal and the converted amount equals the amount. */
const convertedOf = (figures: RequestAmounts) =>
  figures.converted ?? (figures.rate ? undefined : exactConversion(figures));

/** The figures of a request and the relations between them (REQ-04). A sum uses the figures shown, or their exact values before rounding. */
export const amountRelations = {
  converted: {
    field: 'requestAmountConverted',
    of: ({ converted }) => converted,
    ways: [exactConversion],
    from: 'requestAmount converted by convertRate',
  },
  payerFee: {
    field: 'payerPlatformFee',
    of: ({ payer }) => charged(payer),
    ways: feeWays('payer'),
    coarser: roundingWays,
    from: 'its fixed part and its percentage',
  },
  merchantFee: {
    field: 'merchantPlatformFee',
    of: ({ merchant }) => charged(merchant),
    ways: feeWays('merchant'),
    coarser: roundingWays,
    from: 'its fixed part and its percentage',
  },
  pay: {
    field: 'payAmount',
    of: ({ pay }) => pay,
    ways: [
      (figures) => convertedOf(figures)?.plus(figures.payer.total ?? zero),
      (figures) => exactConversion(figures)?.plus(exactFee(figures.payer, convertedOf(figures)) ?? zero),
    ],
    // Fewer decimals suit whoever pays by hand.
    coarser: ['UP'],
    from: 'requestAmountConverted and the payer fee',
  },
  processing: {
    field: 'processingAmount',
    of: ({ processing }) => processing,
    ways: [
      ({ pay, payer, merchant }) => pay?.minus(sum([payer.total, merchant.total])),
      ({ pay, payer, merchant, converted }) => pay?.minus(sum([exactFee(payer, converted), exactFee(merchant, pay)])),
    ],
    from: 'payAmount less the fees',
  },
} as const satisfies Record<string, AmountRelation>;
