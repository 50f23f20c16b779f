import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import { addsAssets, coversAssets, oneBundle, replacesDisabled, sameBundle } from './acquiring/bundles/bundleCalls.ts';
import { estimatesBy } from './acquiring/checkouts/estimatedAmounts.ts';
import {
  carriesNoPrice,
  carriesPrice,
  furtherFields,
  keepsFraction,
  returnsAsSent,
  returnsIfTaken,
} from './acquiring/checkouts/newCheckout.ts';
import { takesSettings } from './acquiring/checkouts/suggestedAmounts.ts';
import { ratesAnswer } from './acquiring/deposits/acquiringRates.ts';
import { expiresOnTime, lapses } from './acquiring/lifecycle/expiry.ts';
import { payAmountRests, rests } from './acquiring/lifecycle/immutableFields.ts';
import { endsPaid, endsUnderpaid, neverUnderpaid, onePaymentEach, paidOnce } from './acquiring/lifecycle/settlement.ts';
import { movesForward } from './acquiring/lifecycle/statusRules.ts';
import { figureHolds, figureRounds } from './acquiring/requests/amountArithmetic.ts';
import { feesByPayer } from './acquiring/requests/feePayer.ts';
import { isOfAsset, requestsStart } from './acquiring/requests/requestFields.ts';
import { staysHidden } from './auth/isolation.ts';
import { letsIn, refusalLooks, rejected } from './auth/rejection.ts';
import { addsNothing } from './auth/unchangedBundle.ts';
import { movesNoMore } from './balances/balanceChanges.ts';
import { holdsNothing, restReturned } from './balances/heldFunds.ts';
import { feesFit, moneyMoves } from './balances/moneyConservation.ts';
import { neverPaid, notOverdrawn, returnsAmount, staysAboveZero } from './balances/overdraft.ts';
import { faultResult, type OracleResult, toResult } from './core/result.ts';
import { crossPaidOut, notCrossed } from './exchange/crossPayout.ts';
import { exchangeMoves, traded, untraded } from './exchange/exchangeOrders.ts';
import { notOverspent } from './exchange/overspending.ts';
import { limitsAgree, pairsMatch, ratesAgree } from './exchange/pairLists.ts';
import { accepted, acceptedLike, answersJson, type RefusalArgs, refused } from './general/acceptance.ts';
import { showsComponent } from './general/componentShape.ts';
import { neverCrashes, survives } from './general/crash.ts';
import { answersWith, appears, halfPriceIs, receiverShown, textBecomes } from './general/observedAnswers.ts';
import { refusedAs } from './general/refusalForms.ts';
import { passesAllowance } from './limits/allowance.ts';
import { countsAs, oneOrder } from './payments/clientOrderIds.ts';
import {
  answersCard,
  answersPayment,
  decimalsGet,
  isFound,
  isHostToHost,
  leavesFrozen,
  works,
} from './payments/createdOrders.ts';
import { reaches, staysPending } from './payments/lifecycle.ts';
import { externalIdsAreText, hasPayUrl, opensForPayer, paidInPart, payUrlIs } from './payments/paymentFields.ts';
import { searchOracles } from './search/index.ts';
import { leavesNothing } from './webhooks/events/refusedCreations.ts';
import { webhookOracles } from './webhooks/index.ts';

/** The oracles that a test may name in an assertion. Each is pure and uses only the run record and its arguments. */
export const oracles = {
  accepted,
  acceptedLike,
  answersJson,
  refused,
  rejected,
  addsNothing,
  letsIn,
  refusalLooks,
  hasPayUrl,
  payUrlIs,
  opensForPayer,
  answersPayment,
  isFound,
  works,
  leavesFrozen,
  decimalsGet,
  paidInPart,
  reaches,
  staysPending,
  noEffects: (record: RunRecord, _args: Record<string, never>): OracleResult => leavesNothing(record),
  holdsNothing,
  oneOrder,
  countsAs,
  movesNoMore,
  restReturned,
  notOverdrawn,
  crossPaidOut,
  notCrossed,
  staysAboveZero,
  returnsAmount,
  appears,
  receiverShown,
  textBecomes,
  isHostToHost,
  answersCard,
  externalIdsAreText: (record: RunRecord, _args: Record<string, never>): OracleResult => externalIdsAreText(record),
  neverCrashes: (record: RunRecord, _args: Record<string, never>): OracleResult => neverCrashes(record),
  survives,
  refusedAs,
  answersWith,
  halfPriceIs,
  neverPaid,
  ...searchOracles,
  moneyMoves,
  staysHidden,
  feesFit,
  limitsAgree,
  ratesAgree,
  pairsMatch,
  traded,
  exchangeMoves,
  untraded,
  notOverspent,
  passesAllowance,
  showsComponent,
  ratesAnswer,
  sameBundle,
  addsAssets,
  coversAssets,
  replacesDisabled,
  oneBundle,
  carriesPrice,
  carriesNoPrice,
  takesSettings,
  returnsAsSent,
  returnsIfTaken,
  keepsFraction,
  furtherFields,
  estimatesBy,
  isOfAsset,
  rests,
  payAmountRests,
  requestsStart: (record: RunRecord, _args: Record<string, never>): OracleResult => requestsStart(record),
  feesByPayer: (record: RunRecord, _args: Record<string, never>): OracleResult => feesByPayer(record),
  figureHolds,
  figureRounds,
  endsUnderpaid,
  neverUnderpaid,
  endsPaid,
  paidOnce,
  onePaymentEach,
  movesForward,
  expiresOnTime,
  lapses,
  ...webhookOracles,
  lacks: (_record: RunRecord, { fault }: { fault: Fault }): OracleResult => faultResult(fault),
};

/** The name of an oracle. */
export type OracleName = keyof typeof oracles;

/** The type of the arguments of an oracle. */
export type OracleArgs<Name extends OracleName> = Parameters<(typeof oracles)[Name]>[1];

/** The results that an oracle concludes from something that is absent. These results prove nothing if the journal lost lines. */
const fromAbsence: Readonly<Partial<Record<OracleName, (args: unknown) => OracleResult['state'] | undefined>>> = {
  refused: (args) => ((args as RefusalArgs).effect ? 'held' : undefined),
  rejected: (args) => ((args as RefusalArgs).effect ? 'held' : undefined),
  reaches: () => 'broken',
  isFound: () => 'broken',
  works: () => 'held',
  decimalsGet: () => 'learned',
  appears: () => 'learned',
  receiverShown: () => 'learned',
  notOverdrawn: () => 'held',
  staysAboveZero: () => 'held',
  notOverspent: () => 'held',
  returnsAmount: () => 'held',
  staysPending: () => 'held',
  noEffects: () => 'held',
  stillFound: () => 'held',
  externalIdsAreText: () => 'held',
  neverCrashes: () => 'held',
  oneOrder: () => 'held',
  answersWith: () => 'learned',
  halfPriceIs: () => 'learned',
  neverPaid: () => 'held',
  passesAllowance: () => 'held',
  requestsStart: () => 'held',
  feesByPayer: () => 'held',
  rests: () => 'held',
  payAmountRests: () => 'held',
  figureHolds: () => 'held',
  figureRounds: () => 'learned',
  endsUnderpaid: () => 'broken',
  endsPaid: () => 'broken',
  neverUnderpaid: () => 'held',
  paidOnce: () => 'held',
  onePaymentEach: () => 'held',
  movesForward: () => 'held',
  expiresOnTime: () => 'held',
  lapses: () => 'held',
  signsWebhooks: () => 'held',
  restsAfterSuccess: () => 'held',
  arrivesLater: () => 'held',
  namesChainStates: () => 'held',
  depositAnnounced: () => 'broken',
  depositFails: () => 'held',
  creditsNet: () => 'broken',
  creditsBalance: () => 'broken',
  staysUnconverted: () => 'broken',
};

/** Returns the result of an oracle for an assertion. Throws if the arguments are not readable or name an exchange that no longer exists. */
export function runOracle(record: RunRecord, name: string, args: unknown): OracleResult {
  const oracle = Object.hasOwn(oracles, name)
    ? (oracles[name as OracleName] as (r: RunRecord, a: unknown) => OracleResult)
    : undefined;
  if (!oracle)
    throw new Error(`unknown oracle in an assertion: ${name}; name one of the oracles in oracles/registry.ts`);
  const ruled = oracle(record, args);
  const lost = record.live || fromAbsence[name as OracleName]?.(args) !== ruled.state ? undefined : record.lost;
  return lost ? faultResult(lost) : ruled;
}

/** Returns the result of one assertion. Arguments that an oracle cannot read are a fault of the suite, never of the target. */
export function judgeAssertion(record: RunRecord, name: string, args: unknown): OracleResult {
  try {
    return runOracle(record, name, args);
  } catch (error) {
    // If the journal lost lines, an assertion may name a lost exchange.
    if (!record.live && record.hasFinalReads && record.lost) return faultResult(record.lost);
    return toResult([], [{ code: 'suiteError', message: `${name}: ${(error as Error).message}`, exchanges: [] }]);
  }
}
