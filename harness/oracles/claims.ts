import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { ratesAnswer } from './acquiringRate.ts';
import { passesAllowance } from './allowance.ts';
import { figureHolds, figureRounds } from './arithmetic.ts';
import { addsAssets, coversAssets, oneBundle, replacesDisabled, sameBundle } from './bundleCalls.ts';
import { carriesNoPrice, carriesPrice } from './checkoutPrice.ts';
import { showsComponent } from './component.ts';
import { refusedAs } from './conditions.ts';
import { neverCrashes, survives } from './crash.ts';
import { crossPaidOut, notCrossed } from './crossPayout.ts';

import { estimatesBy } from './estimates.ts';
import { exchangeMoves, traded, untraded } from './exchanges.ts';
import { expiresOnTime, lapses } from './expiry.ts';
import { feesByPayer } from './feePayer.ts';
import { keepsFraction } from './fraction.ts';
import { neverPaid, notOverdrawn, returnsAmount, staysAboveZero } from './funds.ts';
import { furtherFields } from './furtherFields.ts';
import { holdsNothing, restReturned } from './heldFunds.ts';
import { staysHidden } from './hidden.ts';
import { reaches, staysPending } from './lifecycle.ts';
import { feesFit, moneyMoves } from './money.ts';
import { movesNoMore } from './moves.ts';
import { answersWith, appears, halfPriceIs, receiverShown, textBecomes } from './observed.ts';
import { answersCard, answersPayment, isFound, isHostToHost, leavesFrozen, works } from './order.ts';
import { notOverspent } from './overspent.ts';
import { limitsAgree, pairsMatch, ratesAgree } from './pairs.ts';
import { externalIdsAreText, hasPayUrl, opensForPayer, paidInPart, payUrlIs } from './payment.ts';
import { decimalsGet } from './precision.ts';
import { letsIn, refusalLooks, rejected } from './rejection.ts';
import { accepted, acceptedLike, answersJson, type RefusalArgs, refused } from './reply.ts';
import { isOfAsset } from './request.ts';
import { payAmountRests, rests } from './resting.ts';
import { returnsAsSent, returnsIfTaken } from './returned.ts';
import { faultResult, type OracleResult, toResult } from './ruling.ts';
import { searchOracles } from './searches.ts';
import { endsPaid, endsUnderpaid, neverUnderpaid, onePaymentEach, paidOnce } from './settlement.ts';
import { movesForward } from './states.ts';
import { takesSettings } from './suggested.ts';
import { countsAs, oneOrder } from './uniqueness.ts';
import { addsNothing } from './untouched.ts';
import { requestsStart } from './waiting.ts';
import { webhookOracles } from './webhooks/oracles.ts';
import { leavesNothing } from './webhooks/refused.ts';

/** The oracles that a probe may name in a claim. Each is pure: the record and the claim's arguments, nothing else. */
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

/** The arguments that an oracle takes. */
export type OracleArgs<Name extends OracleName> = Parameters<(typeof oracles)[Name]>[1];

/** What an oracle concludes from things that the record does not show; of a journal that lost lines it proves nothing. */
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

/** What the oracle of a claim says. Throws where it cannot read the claim, or what the claim names is gone. */
export function runOracle(record: RunRecord, name: string, args: unknown): OracleResult {
  const oracle = Object.hasOwn(oracles, name)
    ? (oracles[name as OracleName] as (r: RunRecord, a: unknown) => OracleResult)
    : undefined;
  if (!oracle) throw new Error(`there is no oracle ${name}`);
  const ruled = oracle(record, args);
  const lost = record.live || fromAbsence[name as OracleName]?.(args) !== ruled.state ? undefined : record.lost;
  return lost ? faultResult(lost) : ruled;
}

/** The ruling on one claim. An oracle that cannot read its claim is our own fault, never the target's. */
export function judgeAssertion(record: RunRecord, name: string, args: unknown): OracleResult {
  try {
    return runOracle(record, name, args);
  } catch (error) {
    // Of a journal that lost lines a claim may name what is gone.
    if (!record.live && record.hasFinalReads && record.lost) return faultResult(record.lost);
    return toResult([], [{ code: 'suiteError', message: `${name}: ${(error as Error).message}`, exchanges: [] }]);
  }
}
