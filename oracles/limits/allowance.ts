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
  otherRunOnAccount,
  paymentsShownTo,
  type RateLimitedMethod,
  rateLimitedMethods,
  rateLimitTestAccount,
} from './models/limitTrials.ts';
import { earlyRefusal, exceedsLimit, fittingLimit, mostAccepted } from './models/modelFit.ts';

/** So much of an allowance must have been accepted in one window before it is said to pass. */
const enough = 0.9;

/** Whether an allowance was seen to pass. */
export const isAllowanceReached = ({ attempts, limit }: LimitTrial): boolean =>
  mostAccepted(attempts, limit) >= enough * limit.of;

/** Why nothing is said of a limiter that no account may be used up for. */
export const noRateLimitTestAccount: Fault & { code: 'notApplicable' } = {
  code: 'notApplicable',
  reason:
    'the target file names no account with a quota of its own, whose allowance a run may use up (credentials[].quota)',
  exchanges: [],
};

/** What was sent at main's cost by a class of methods, where main's quota is declared. */
const mainTrials = memoizedByRecord((record): LimitTrial[] => {
  const { quota } = record.target ?? {};
  return rateLimitedMethods.flatMap((method) => {
    const limit = quota && limitOf(quota, method);
    const own = record.exchanges.filter((one) => methodClassOf(one) === method && !rateLimitTestAccount(record, one));
    return limit ? [limitTrialOf(own, { account: 'main', method, limit })] : [];
  });
});

/** An account is used up by one request after the other, so that it is known what came before each. */
function earlyAlone(record: RunRecord, { account, method, limit, exchanges, attempts }: LimitTrial): Fault | undefined {
  const early = earlyRefusal(attempts, limit);
  const exchange = early && exchanges[early.index];
  if (!exchange) return undefined;
  const payments = paymentsShownTo(record, account).map(({ value }) => value);
  const other = otherRunOnAccount(record, payments);
  const { request, id, seen } = exchange;
  if (other !== undefined)
    return { code: 'throttled', request, because: `run ${other} spends of the same account`, exchanges: [id] };
  const allowance = limitText(limit, method);
  return { code: 'allowanceRefused', allowance, seen: `${seen} after ${early.held} of them`, exchanges: [id] };
}

/** Main is used by all requirements at once. */
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

/** The declared allowance of a class passes, on the accounts that are used up and in main's own traffic (LIM-04a). */
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
  // Main is not asked for more than the run needs: a class that it leaves nearly idle is tried on an account to be used up.
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

/** Searches of an account for one of its creations, that were answered. */
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
 * Whether refused creations had an effect: none is ever seen, and one was looked for no sooner after its answer than an accepted one
 * of the same account was found after its own.
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
  const wanted = `a search as ${account} that finds what was accepted, and later looks for what was refused`;
  return [{ code: 'noEvidence', wanted, exchanges: [] }];
}

/** What goes beyond its allowance is refused, without effect, until the window has passed (LIM-04b). */
export function staysWithin(record: RunRecord): (trial: LimitTrial) => Fault[] {
  return (trial) => {
    const { method, limit, exchanges, attempts } = trial;
    const allowance = limitText(limit, method);
    const ids = exchanges.map(({ id }) => id);
    const refusals = attempts.filter(({ outcome }) => outcome === 'refused');
    if (exceedsLimit(attempts, limit)) {
      const fits = fittingLimit(attempts, limit);
      const most = `${mostAccepted(attempts, limit)} in one window`;
      const as =
        refusals.length === 0 ? 'none refused' : fits === undefined ? 'no limit fits' : `as with a limit of ${fits}`;
      return [{ code: 'overAllowance', allowance, seen: `${most}, ${as}`, exchanges: ids }];
    }
    if (refusals.length === 0) return [{ code: 'noEvidence', wanted: `more than ${allowance}`, exchanges: [] }];
    return method === 'POST' ? effectsOf(record, trial) : [];
  };
}
