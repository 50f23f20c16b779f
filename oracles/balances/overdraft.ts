import { isFailedPayment, paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, dropOf, firstNegativeBalance } from '../answers/balances.ts';
import { sightingsOf } from '../core/creationEffect.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { type RefusalArgs, refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { movedLimitFault } from '../general/movedLimits.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';
import { type Fees, feeInterpretations } from './feeInterpretations.ts';

const paid: ReadonlySet<string> = new Set(paymentLifecycle.paid);

/** A pay-out above the balance, its control request, and its description. */
export interface OverdraftArgs {
  exchange: string;
  control: string;
  currency: string;
  what: string;
}

/** Reports a balance of the account under test below zero: a pay-out was made with money that was not there. */
function sunk(record: RunRecord, currency: string): Fault | undefined {
  const below = firstNegativeBalance(record, { currency, account: undefined });
  if (!below) return undefined;
  const what = `any pay-out above the ${currency} balance`;
  const seen = `a balance of ${below.figure.toFixed()}`;
  return { code: 'overdrawn', what, seen, exchanges: [below.read.id] };
}

/** A pay-out above the balance is refused or fails, and the balance never goes below zero (OUT-06). */
export function notOverdrawn(record: RunRecord, { exchange, control, currency, what }: OverdraftArgs): OracleResult {
  const below = sunk(record, currency);
  if (below) return faultResult(below);
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return refused(record, { exchange, control, defect: what });
  const statuses = statusesOf(record, sent);
  const success = statuses.find((status) => paid.has(status));
  if (success) return faultResult({ code: 'overdrawn', what, seen: success, exchanges: [exchange] });
  const wanted = `a final status of ${what}`;
  return statuses.some(isFinalStatus)
    ? toResult([exchange, control], [])
    : faultResult({ code: 'noEvidence', wanted, exchanges: [exchange] });
}

/** Returns the statuses in which an accepted payment was seen. */
export const statusesOf = (record: RunRecord, { line }: Exchange): string[] =>
  sightingsOf(record, line.request.clientOrderId ?? '').map(({ value }) => textField(value, 'status') ?? '');

/** True for a pay-out by card in a sandbox: any card but two yields PENDING, so that it is validated though it never ends (§ Sandbox, mock pay-out cards). */
const staysPending = ({ target }: RunRecord, { sent }: Exchange): boolean =>
  (target?.kind === 'sandbox' || target?.kind === 'emulator') && field(sent, 'cardNumber') !== undefined;

/**
 * A pay-out with a defect is refused at once, or accepted and then ended without being paid (§ Payments, rule 4: submit, validate payout details, process). One
 * that stays open is not refused, unless the valid pay-out beside it stays open too.
 */
export function neverPaid(record: RunRecord, args: RefusalArgs): OracleResult {
  const { exchange, control, defect } = args;
  const [sent, valid] = [record.exchange(exchange), record.exchange(control)];
  if (sent.class !== 'accepted' || valid.class !== 'accepted') return refused(record, args);
  const statuses = statusesOf(record, sent);
  const success = statuses.find((status) => paid.has(status));
  if (success) {
    const what = `a pay-out with ${defect}`;
    const fault: Fault = { code: 'overdrawn', what, seen: success, exchanges: [control, exchange] };
    return faultResult(movedLimitFault(record, sent) ?? fault);
  }
  if (statuses.some(isFinalStatus) || record.live) return toResult([control, exchange], []);
  if (statusesOf(record, valid).some(isFinalStatus) || staysPending(record, sent)) return refused(record, args);
  const wanted = `a final status of the accepted pay-out with ${defect}`;
  return faultResult({ code: 'noEvidence', wanted, exchanges: [exchange] });
}

/** A pay-out of the whole balance is accepted or refused, depending on its fee. The balance never goes below zero (OUT-06). */
export function staysAboveZero(record: RunRecord, args: { exchange: string; currency: string }): OracleResult {
  const sent = record.exchange(args.exchange);
  // Here a refusal says that the balance does not cover the pay-out.
  const isRefused = sent.class === 'refused';
  const fault = sunk(record, args.currency) ?? (isRefused ? undefined : excuseFor(record, sent));
  return toResult([sent.id], fault ? [fault] : []);
}

/** Pay-outs that failed, each between two reads of the balances. */
export interface ReturnArgs {
  rounds: readonly (BalanceReads & { created: string })[];
  currency: string;
  amount: string;
  /** The fee of the method, if it is known. A failed pay-out may keep it from the balance in addition to the amount. */
  fees?: Fees;
}

/** Returns the possible drops of the balance if a failed pay-out returns nothing: its amount, with or without its fee. */
const takenBy = ({ amount, fees }: ReturnArgs): Decimal[] => {
  const none = { percent: '0', fixed: '0', scale: 0 };
  return feeInterpretations('paid out', decimal(amount), fees ?? none).map(({ drop }) => drop);
};

/**
 * A failed pay-out returns its amount (OUT-09). Others may use the account, so it is a fault only if the balance fell in every round by exactly what the
 * pay-out took. A fee that is kept is not a fault, since the interface speaks only of the amount.
 */
export function returnsAmount(record: RunRecord, args: ReturnArgs): OracleResult {
  const { rounds, currency, amount } = args;
  const exchanges = rounds.flatMap(({ before, created, after }) => [before, created, after]);
  const drops = rounds.map((round) => dropOf(record, round, currency));
  if (drops.some((drop) => drop === undefined)) return faultResult(noFigureFault(record, exchanges, [currency]));
  const unfailed = rounds.find(({ created }) => {
    return !statusesOf(record, record.exchange(created)).some(isFailedPayment);
  });
  if (unfailed || rounds.length === 0) {
    const wanted = 'a pay-out that ends unpaid';
    return faultResult({ code: 'noEvidence', wanted, exchanges: unfailed ? [unfailed.created] : [] });
  }
  if (!drops.every((drop) => drop?.gte(decimal(amount)))) return toResult(exchanges, []);
  if (!drops.every((drop) => takenBy(args).some((taken) => drop?.eq(taken))))
    return faultResult({
      code: 'noEvidence',
      wanted: `a failed pay-out while no other payment moved ${currency}`,
      exchanges,
    });
  const seen = `the balance fell by ${drops[0]?.toFixed()} in each of ${rounds.length} rounds`;
  const wanted = `${amount} returned to the ${currency} balance after the failure`;
  return faultResult({ code: 'notReturned', wanted, seen, exchanges });
}
