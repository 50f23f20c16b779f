import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { exactConversion, feeOn } from './conversion.ts';
import type { FeeAmounts, RequestAmounts } from './requestAmounts.ts';

/** One figure of a request, and the ways in which it may have been reckoned: each gives its exact value, before it is rounded. */
export interface AmountRelation {
  field: string;
  of(figures: RequestAmounts): Decimal | undefined;
  ways: readonly ((figures: RequestAmounts) => Decimal | undefined)[];
  /** It may be written in fewer decimals than what it is reckoned from. */
  mayBeCoarser?: true;
  /** In words, for a sentence. */
  from: string;
}

const zero = decimal('0');

const sum = (figures: readonly (Decimal | undefined)[]) =>
  figures.reduce<Decimal>((all, one) => all.plus(one ?? zero), zero);

/** A fee before it is rounded, where its parts are shown; else as it is. */
const exactFee = (fee: FeeAmounts, amount: Decimal | undefined) => (amount && feeOn(fee, amount)) ?? fee.total;

/** A fee of nothing is none that was reckoned: who pays it is another question (REQ-05). */
const charged = ({ total }: FeeAmounts) => (total?.isZero() ? undefined : total);

/** What a fee may be a percentage of is not shown; the parts may also be sums of money by themselves. */
const feeWays = (whose: 'payer' | 'merchant'): AmountRelation['ways'] => [
  (figures) => figures.pay && feeOn(figures[whose], figures.pay),
  (figures) => figures.converted && feeOn(figures[whose], figures.converted),
  ({ [whose]: { fixed, percent } }) => (fixed && percent ? fixed.plus(percent) : undefined),
];

/** Nothing is converted in its own currency: what is not shown as converted is the amount itself. */
const convertedOf = (figures: RequestAmounts) =>
  figures.converted ?? (figures.rate ? undefined : exactConversion(figures));

/** The figures of a request and how they hang together (REQ-04). Sums are those of the figures shown, or of what these were rounded from. */
export const amountRelations = {
  converted: {
    field: 'requestAmountConverted',
    of: ({ converted }) => converted,
    ways: [exactConversion],
    from: 'requestAmount by convertRate',
  },
  payerFee: {
    field: 'payerPlatformFee',
    of: ({ payer }) => charged(payer),
    ways: feeWays('payer'),
    mayBeCoarser: true,
    from: 'its fixed part and its percentage',
  },
  merchantFee: {
    field: 'merchantPlatformFee',
    of: ({ merchant }) => charged(merchant),
    ways: feeWays('merchant'),
    mayBeCoarser: true,
    from: 'its fixed part and its percentage',
  },
  pay: {
    field: 'payAmount',
    of: ({ pay }) => pay,
    ways: [
      (figures) => convertedOf(figures)?.plus(figures.payer.total ?? zero),
      (figures) => exactConversion(figures)?.plus(exactFee(figures.payer, convertedOf(figures)) ?? zero),
    ],
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
