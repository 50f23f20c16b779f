import { type Oracles, ofRecord } from '../core/oracle.ts';
import { addsAssets, coversAssets, oneBundle, replacesDisabled, sameBundle } from './bundles/bundleCalls.ts';
import { estimatesBy } from './checkouts/estimatedAmounts.ts';
import {
  carriesNoPrice,
  carriesPrice,
  furtherFields,
  keepsFraction,
  returnsAsSent,
  returnsIfTaken,
} from './checkouts/newCheckout.ts';
import { takesSettings } from './checkouts/suggestedAmounts.ts';
import { ratesAnswer } from './deposits/acquiringRates.ts';
import { expiresOnTime, lapses } from './lifecycle/expiry.ts';
import { payAmountRests, rests } from './lifecycle/immutableFields.ts';
import { endsPaid, endsUnderpaid, neverUnderpaid, onePaymentEach, paidOnce } from './lifecycle/settlement.ts';
import { movesForward } from './lifecycle/statusRules.ts';
import { figureHolds, figureRounds } from './requests/amountArithmetic.ts';
import { feesByPayer } from './requests/feePayer.ts';
import { isOfAsset, requestsStart } from './requests/requestFields.ts';

/** The oracles on crypto acquiring, by the names that assertions use. */
export const acquiringOracles = {
  ratesAnswer: { rule: ratesAnswer },
  sameBundle: { rule: sameBundle },
  addsAssets: { rule: addsAssets },
  coversAssets: { rule: coversAssets },
  replacesDisabled: { rule: replacesDisabled },
  oneBundle: { rule: oneBundle },
  carriesPrice: { rule: carriesPrice },
  carriesNoPrice: { rule: carriesNoPrice },
  takesSettings: { rule: takesSettings },
  returnsAsSent: { rule: returnsAsSent },
  returnsIfTaken: { rule: returnsIfTaken },
  keepsFraction: { rule: keepsFraction },
  furtherFields: { rule: furtherFields },
  estimatesBy: { rule: estimatesBy },
  isOfAsset: { rule: isOfAsset },
  rests: { rule: rests, whenAbsent: 'held' },
  payAmountRests: { rule: payAmountRests, whenAbsent: 'held' },
  requestsStart: { rule: ofRecord(requestsStart), whenAbsent: 'held' },
  feesByPayer: { rule: ofRecord(feesByPayer), whenAbsent: 'held' },
  figureHolds: { rule: figureHolds, whenAbsent: 'held' },
  figureRounds: { rule: figureRounds, whenAbsent: 'learned' },
  endsUnderpaid: { rule: endsUnderpaid, whenAbsent: 'broken' },
  neverUnderpaid: { rule: neverUnderpaid, whenAbsent: 'held' },
  endsPaid: { rule: endsPaid, whenAbsent: 'broken' },
  paidOnce: { rule: paidOnce, whenAbsent: 'held' },
  onePaymentEach: { rule: onePaymentEach, whenAbsent: 'held' },
  movesForward: { rule: movesForward, whenAbsent: 'held' },
  expiresOnTime: { rule: expiresOnTime, whenAbsent: 'held' },
  lapses: { rule: lapses, whenAbsent: 'held' },
} satisfies Oracles;
