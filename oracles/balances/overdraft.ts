import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, dropOf, firstNegativeBalance } from '../answers/balances.ts';
import { sightingsOf } from '../core/creationEffect.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';
import { type Fees, feeInterpretations } from './moneyConservation.ts';

const paid: ReadonlySet<string> = new Set(['SUCCESS', 'PARTIAL_SUCCESS']);

/** A pay-out of more than the balance, its sound twin, and what it is in words. */
export interface OverdraftArgs {
  exchange: string;
  control: string;
  currency: string;
  what: string;
}

/** What says that a pay-out was made of money that is not there: a balance of the account under test below zero. */
function sunk(record: RunRecord, currency: string): Fault | undefined {
  const below = firstNegativeBalance(record, { currency, account: undefined });
  if (!below) return undefined;
  const what = `every pay-out that the ${currency} balance does not hold`;
  const seen = `a balance of ${below.figure.toFixed()}`;
  return { code: 'overdrawn', what, seen, exchanges: [below.read.id] };
}

/** A pay-out above the balance is refused or fails, and the balance never goes below zero (OUT-06). */
export function notOverdrawn(record: RunRecord, { exchange, control, currency, what }: OverdraftArgs): OracleResult {
  const below = sunk(record, currency);
  if (below) return faultResult(below);
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return refused(record, { exchange, control, defect: what });
  const seen = sightingsOf(record, sent.line.request.clientOrderId ?? '');
  const statuses = seen.map(({ value }) => textField(value, 'status') ?? '');
  const success = statuses.find((status) => paid.has(status));
  if (success) return faultResult({ code: 'overdrawn', what, seen: success, exchanges: [exchange] });
  const wanted = `the end of ${what}`;
  return statuses.some(isFinalStatus)
    ? toResult([exchange, control], [])
    : faultResult({ code: 'noEvidence', wanted, exchanges: [exchange] });
}

/** What a pay-out with a defect came to: refused at once, or taken and then ended without being paid (OUT-04; § Payments, rule 4: submit, validate, process). */
export function neverPaid(
  record: RunRecord,
  args: { exchange: string; control: string; defect: string },
): OracleResult {
  const { exchange, control, defect } = args;
  const sent = record.exchange(exchange);
  const sound = record.exchange(control);
  if (sent.class !== 'accepted' || sound.class !== 'accepted') return refused(record, args);
  const statuses = sightingsOf(record, sent.line.request.clientOrderId ?? '').map(
    ({ value }) => textField(value, 'status') ?? '',
  );
  const success = statuses.find((status) => paid.has(status));
  if (success)
    return faultResult({
      code: 'overdrawn',
      what: `a pay-out with ${defect}`,
      seen: success,
      exchanges: [control, exchange],
    });
  const wanted = `the end of a pay-out with ${defect}, which was taken`;
  return statuses.some(isFinalStatus)
    ? toResult([control, exchange], [])
    : faultResult({ code: 'noEvidence', wanted, exchanges: [exchange] });
}

/** A pay-out of all that a balance holds is taken or refused, as its fee has it; the balance never goes below zero (OUT-06). */
export function staysAboveZero(record: RunRecord, args: { exchange: string; currency: string }): OracleResult {
  const sent = record.exchange(args.exchange);
  // That the balance does not cover it is what a refusal says here.
  const isRefused = sent.class === 'refused';
  const fault = sunk(record, args.currency) ?? (isRefused ? undefined : excuseFor(record, sent));
  return toResult([sent.id], fault ? [fault] : []);
}

/** Pay-outs that failed, each between two reads of the balances. */
export interface ReturnArgs {
  rounds: readonly (BalanceReads & { created: string })[];
  currency: string;
  amount: string;
  /** What the method charges, where it is known: it may be kept along with the amount. */
  fees?: Fees;
}

/** What a pay-out may have taken that gave nothing back: its amount, with its fee or without. */
const takenBy = ({ amount, fees }: ReturnArgs): Decimal[] => {
  const none = { percent: '0', fixed: '0', scale: 0 };
  return feeInterpretations('paid out', decimal(amount), fees ?? none).map(({ drop }) => drop);
};

/**
 * A pay-out that failed gives its amount back (OUT-09). Others may use the account meanwhile: it is broken only when the
 * balance fell in every round by just what the pay-out had taken. A fee that is kept is not convicted: the text speaks of the amount.
 */
export function returnsAmount(record: RunRecord, args: ReturnArgs): OracleResult {
  const { rounds, currency, amount } = args;
  const exchanges = rounds.flatMap(({ before, created, after }) => [before, created, after]);
  const drops = rounds.map((round) => dropOf(record, round, currency));
  if (drops.some((drop) => drop === undefined)) return faultResult(noFigureFault(record, exchanges, [currency]));
  const unfailed = rounds.find(({ created }) => {
    const seen = sightingsOf(record, record.exchange(created).line.request.clientOrderId ?? '');
    return !seen.some(({ value }) => textField(value, 'status') === 'FAILED');
  });
  if (unfailed)
    return faultResult({ code: 'noEvidence', wanted: 'a pay-out that ends FAILED', exchanges: [unfailed.created] });
  if (!drops.every((drop) => drop?.gte(decimal(amount)))) return toResult(exchanges, []);
  if (!drops.every((drop) => takenBy(args).some((taken) => drop?.eq(taken))))
    return faultResult({
      code: 'noEvidence',
      wanted: `a pay-out that fails while nothing else moves ${currency}`,
      exchanges,
    });
  const seen = `it fell by ${drops[0]?.toFixed()} in each of ${rounds.length} rounds`;
  const wanted = `${amount} back on the ${currency} balance after FAILED`;
  return faultResult({ code: 'notReturned', wanted, seen, exchanges });
}
