import { type Oracles, ofRecord } from '../core/oracle.ts';
import { addsAssets, coversAssets, replacesDisabled, sameBundle } from './bundles/bundleCalls.ts';
import { bundlesKept } from './bundles/everyBundle.ts';
import { oneBundle } from './bundles/oneBundle.ts';
import { estimatesBy } from './checkouts/estimatedAmounts.ts';
import { showsWhatWasSent } from './checkouts/everyCheckout.ts';
import {
  carriesNoPrice,
  carriesPrice,
  furtherFields,
  keepsFraction,
  returnsAsSent,
  returnsIfTaken,
} from './checkouts/newCheckout.ts';
import { estimatesAgree } from './checkouts/offeredAssets.ts';
import { takesSettings } from './checkouts/suggestedAmounts.ts';
import { ratesAnswer } from './deposits/acquiringRates.ts';
import { ratesNear } from './deposits/rateNearness.ts';
import { ratesTurn } from './deposits/rateWays.ts';
import { convertsPayment } from './lifecycle/conversions.ts';
import { endsInTime, expiresOnTime, lapses } from './lifecycle/expiry.ts';
import { payAmountRests, rests } from './lifecycle/immutableFields.ts';
import { creditsEach } from './lifecycle/lateCredits.ts';
import { enoughSucceeds } from './lifecycle/lateEnds.ts';
import {
  endsPaid,
  endsUnderpaid,
  neverSettles,
  neverUnderpaid,
  onePaymentEach,
  paidOnce,
} from './lifecycle/settlement.ts';
import { movesForward } from './lifecycle/statusRules.ts';
import { figureHolds, figureRounds } from './requests/amountArithmetic.ts';
import { requestsAgree, requestsAreOfAssets } from './requests/everyRequest.ts';
import { feesByPayer } from './requests/feePayer.ts';
import { feesAsListed, ratesAsListed } from './requests/listedTerms.ts';
import { isOfAsset, requestsStart } from './requests/requestFields.ts';

/** The oracles on crypto acquiring, by the names that assertions use. */
export const acquiringOracles = {
  ratesAnswer: { rule: ratesAnswer },
  ratesTurn: { rule: ratesTurn },
  ratesNear: { rule: ratesNear, whenAbsent: 'held' },
  bundlesKept: { rule: ofRecord(bundlesKept), whenAbsent: 'held' },
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
  estimatesAgree: { rule: ofRecord(estimatesAgree), whenAbsent: 'held' },
  showsWhatWasSent: { rule: showsWhatWasSent, whenAbsent: 'held' },
  isOfAsset: { rule: isOfAsset },
  requestsAgree: { rule: ofRecord(requestsAgree), whenAbsent: 'held' },
  requestsAreOfAssets: { rule: ofRecord(requestsAreOfAssets), whenAbsent: 'held' },
  feesAsListed: { rule: ofRecord(feesAsListed), whenAbsent: 'held' },
  ratesAsListed: { rule: ofRecord(ratesAsListed), whenAbsent: 'held' },
  rests: { rule: rests, whenAbsent: 'held' },
  payAmountRests: { rule: payAmountRests, whenAbsent: 'held' },
  requestsStart: { rule: ofRecord(requestsStart), whenAbsent: 'held' },
  feesByPayer: { rule: ofRecord(feesByPayer), whenAbsent: 'held' },
  figureHolds: { rule: figureHolds, whenAbsent: 'held' },
  figureRounds: { rule: figureRounds, whenAbsent: 'learned' },
  endsUnderpaid: { rule: endsUnderpaid, whenAbsent: 'broken' },
  neverSettles: { rule: neverSettles, whenAbsent: 'held' },
  neverUnderpaid: { rule: neverUnderpaid, whenAbsent: 'held' },
  endsPaid: { rule: endsPaid, whenAbsent: 'broken' },
  paidOnce: { rule: paidOnce, whenAbsent: 'held' },
  onePaymentEach: { rule: onePaymentEach, whenAbsent: 'held' },
  convertsPayment: { rule: convertsPayment },
  creditsEach: { rule: creditsEach },
  enoughSucceeds: { rule: enoughSucceeds },
  movesForward: { rule: movesForward, whenAbsent: 'held' },
  expiresOnTime: { rule: expiresOnTime, whenAbsent: 'held' },
  endsInTime: { rule: endsInTime, whenAbsent: 'held' },
  lapses: { rule: lapses, whenAbsent: 'held' },
} satisfies Oracles;
