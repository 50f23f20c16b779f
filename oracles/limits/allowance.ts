import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { minAbsenceWaitNs } from '../core/creationEffect.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { throttlingFault } from '../general/excuse.ts';
import {
  type LimitTrial,
  limitOf,
  limitText,
  limitTrialOf,
  limitTrialsIn,
  methodClassOf,
  otherClientOnAccount,
  paymentsShownTo,
  type RateLimitedMethod,
  rateLimitedMethods,
  rateLimitTestAccount,
} from './models/limitTrials.ts';
import { earlyRefusal, exceedsLimit, fittingLimit, mostAccepted } from './models/modelFit.ts';

/** The share of an allowance that must have been accepted in one window before the allowance counts as reached. */
const enough = 0.9;

/** True if an allowance was reached in some window. */
export const isAllowanceReached = ({ attempts, limit }: LimitTrial): boolean =>
  mostAccepted(attempts, limit) >= enough * limit.of;

/** The fault that a limiter cannot be judged because the run has no rate-limit test account. */
export const noRateLimitTestAccount: Fault & { code: 'notApplicable' } = {
  code: 'notApplicable',
  reason: 'the target file names no account with its own quota that a run may use up (credentials[].quota)',
  exchanges: [],
};

/** Returns one trial for each method class with the requests of the main account, if the target file declares its quota. */
const mainTrials = memoizedByRecord((record): LimitTrial[] => {
  const { quota } = record.target ?? {};
  return rateLimitedMethods.flatMap((method) => {
    const limit = quota && limitOf(quota, method);
    const own = record.exchanges.filter((one) => methodClassOf(one) === method && !rateLimitTestAccount(record, one));
    return limit ? [limitTrialOf(own, { account: 'main', method, limit })] : [];
  });
});

/**
 * Reports an early refusal on a rate-limit test account. The account sends one request after the other, so it is known which requests came before a refusal.
 */
function earlyAlone(record: RunRecord, { account, method, limit, exchanges, attempts }: LimitTrial): Fault | undefined {
  const early = earlyRefusal(attempts, limit);
  const exchange = early && exchanges[early.index];
  if (!exchange) return undefined;
  const payments = paymentsShownTo(record, account).map(({ value }) => value);
  const other = otherClientOnAccount(record, payments);
  const { request, id, seen } = exchange;
  if (other !== undefined)
    return { code: 'throttled', request, because: `${other} uses the same account`, exchanges: [id] };
  const allowance = limitText(limit, method);
  return { code: 'allowanceRefused', allowance, seen: `${seen} after ${early.held} requests`, exchanges: [id] };
}

/** Reports an early refusal on the main account, which all requirements use at the same time. */
function earlyOnMain(record: RunRecord, { method, limit, exchanges }: LimitTrial): Fault | undefined {
  const faults = exchanges
    .filter((exchange) => exchange.class === 'throttled')
    .map((exchange) => throttlingFault(record, exchange, { countsThrottled: true }));
  const early = faults.find(({ code }) => code === 'throttledEarly');
  if (early?.code !== 'throttledEarly') return undefined;
  return {
    code: 'allowanceRefused',
    allowance: limitText(limit, method),
    seen: early.seen,
    exchanges: early.exchanges,
  };
}

/** The target accepts the declared allowance of a class, on the rate-limit test accounts and in the traffic of the main account (LIM-04a). */
export function passesAllowance(record: RunRecord, { method }: { method: RateLimitedMethod }): OracleResult {
  const of = (trials: readonly LimitTrial[]) => trials.filter((trial) => trial.method === method);
  const [alone, main] = [of(limitTrialsIn(record)), of(mainTrials(record))];
  const trials = [...alone, ...main];
  if (trials.length === 0) {
    const reason = `the target file declares no allowance of ${method}`;
    return toResult([], [{ code: 'notApplicable', reason, exchanges: [] }]);
  }
  const early = [
    ...alone.map((trial) => earlyAlone(record, trial)),
    ...main.map((trial) => earlyOnMain(record, trial)),
  ].filter((fault) => fault !== undefined);
  const shown = trials.filter(isAllowanceReached);
  const wanted = trials
    .map(({ account, limit }) => `a window in which ${account} sent ${limitText(limit, method)}`)
    .join(', or ');
  // The run sends no extra requests from the main account. A class that it hardly uses is tested on a rate-limit test account.
  const unasked: Fault = {
    code: 'notApplicable',
    reason: `it takes ${wanted}: ${noRateLimitTestAccount.reason}`,
    exchanges: [],
  };
  const lack: Fault = alone.length > 0 ? { code: 'noEvidence', wanted, exchanges: [] } : unasked;
  const lacking = shown.length > 0 ? [] : [lack];
  return toResult(
    shown.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)),
    [...early, ...lacking],
  );
}

/** Returns the answered searches of an account for one of its creations. */
function looksFor(record: RunRecord, account: string, clientOrderId: string | undefined): Exchange[] {
  return record.exchanges.filter(
    ({ class: kind, line }) =>
      kind === 'accepted' &&
      line.request.account === account &&
      clientOrderId !== undefined &&
      line.request.path.endsWith(`clientOrderId=${encodeURIComponent(clientOrderId)}`),
  );
}

/**
 * Reports an effect of a refused creation. There is no effect if no payment is seen and a search began at least as long after the refusal as it took to find an
 * accepted creation of the same account.
 */
function effectsOf(record: RunRecord, { account, exchanges, attempts }: LimitTrial): Fault[] {
  const shown = paymentsShownTo(record, account);
  const keyOf = ({ line }: Exchange) => line.request.clientOrderId;
  const sightOf = (one: Exchange) => shown.find(({ clientOrderId }) => clientOrderId === keyOf(one));
  const refused = exchanges.filter((one, index) => attempts[index]?.outcome === 'refused' && keyOf(one) !== undefined);
  const happened = refused.flatMap((one): Fault[] => {
    const effect = sightOf(one);
    const seen = effect && `a payment with its clientOrderId: ${excerpt(effect.value)}`;
    return seen ? [{ code: 'happened', what: one.request, seen, exchanges: [one.id, effect.exchange.id] }] : [];
  });
  if (happened.length > 0) return happened;
  const lags = exchanges.flatMap((one) => {
    const sight = one.class === 'accepted' ? sightOf(one) : undefined;
    return sight ? [sight.exchange.receivedNs - one.receivedNs] : [];
  });
  const isLateEnough = (waitedNs: bigint) => waitedNs >= minAbsenceWaitNs && lags.some((lag) => lag <= waitedNs);
  const isLooked = refused.some((one) =>
    looksFor(record, account, keyOf(one)).some((look) => isLateEnough(look.sentNs - one.receivedNs)),
  );
  if (isLooked) return [];
  const wanted = `a search as ${account} that finds an accepted request, and later searches for a refused one`;
  return [{ code: 'noEvidence', wanted, exchanges: [] }];
}

/** Requests beyond the allowance are refused, without effect, until the window has passed (LIM-04b). */
export function staysWithin(record: RunRecord): (trial: LimitTrial) => Fault[] {
  return (trial) => {
    const { method, limit, exchanges, attempts } = trial;
    const allowance = limitText(limit, method);
    const ids = exchanges.map(({ id }) => id);
    const refusals = attempts.filter(({ outcome }) => outcome === 'refused');
    if (exceedsLimit(attempts, limit)) {
      const matchingLimit = fittingLimit(attempts, limit);
      const most = `${mostAccepted(attempts, limit)} in one window`;
      const as =
        refusals.length === 0
          ? 'none refused'
          : matchingLimit === undefined
            ? 'no limit fits'
            : `as with a limit of ${matchingLimit}`;
      return [{ code: 'overAllowance', allowance, seen: `${most}, ${as}`, exchanges: ids }];
    }
    if (refusals.length === 0) return [{ code: 'noEvidence', wanted: `more than ${allowance}`, exchanges: [] }];
    return method === 'POST' ? effectsOf(record, trial) : [];
  };
}
