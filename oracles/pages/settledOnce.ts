import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { balanceIn } from '../answers/balances.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { requestRead, shows, stuck } from './visits.ts';

/** A visit whose settlement was sent again, and the reads of the balances: before, after, a moment later, and after it was sent again. */
export interface OnceArgs extends VisitArgs {
  balances: readonly string[];
}

/** Returns what the balance lost when a settlement was sent again; undefined if it still moved, or lost something else than the settlement takes. */
function lostAgain(record: RunRecord, { reads, balances }: OnceArgs): string | undefined {
  const request = requestRead(record, reads);
  const [asked, currency] = [field(request, 'payAmount'), textField(request, 'currency')];
  if (!isExactNumber(asked) || currency === undefined) return undefined;
  const [before, after, calm, again] = balances.map((read) => balanceIn(record.exchange(read), currency));
  if (!before || !after || !calm || !again || before.eq(after) || !after.eq(calm)) return undefined;
  const lost = calm.minus(again);
  // The merchant receives what it pays, so that the first settlement may have cost its fees only.
  const isTaken = !lost.isZero() && (lost.eq(decimal(asked)) || lost.eq(before.minus(after)));
  return isTaken ? `${lost.toFixed()} ${currency} less` : undefined;
}

/** Returns what is wrong with what the balance lost when a checkout was settled once: nothing, so that what the merchant receives is won, or the amount twice. */
function lostOnce(record: RunRecord, { reads, balances }: OnceArgs): string | undefined {
  const request = requestRead(record, reads);
  const currency = textField(request, 'currency') ?? '';
  const [asks, paid, credited] = ['payAmount', 'paidAmount', 'processingAmount'].map((name) => field(request, name));
  // Where nothing is asked for, what was paid is due.
  const due = asks ?? paid;
  const [before, after, calm] = balances.map((read) => balanceIn(record.exchange(read), currency));
  if (!isExactNumber(due) || !isExactNumber(credited) || !before || !after || !calm || !after.eq(calm))
    return undefined;
  const [asked, won, lost] = [decimal(due), decimal(credited), before.minus(after)];
  // Without a fee, what is won and what another payment of the run brings are the same.
  if (!won.gt(0) || won.gte(asked)) return undefined;
  if (lost.eq(won.neg())) return `${won.toFixed()} ${currency} more`;
  const twice = asked.times(2);
  const isTwice = [twice, twice.minus(won), twice.minus(won.times(2))].some((sum) => lost.eq(sum));
  return isTwice ? `${lost.toFixed()} ${currency} less` : undefined;
}

/**
 * A checkout that is settled a second time costs nothing more and stays as it is (SBX-06). Others may use the balance meanwhile, so only exactly what a
 * settlement takes counts.
 */
export function settlesOnce(record: RunRecord, args: OnceArgs): OracleResult {
  const { page: id, reads, balances } = args;
  const page = record.page(id);
  const evidence = [page.id, ...balances];
  const lost = lostAgain(record, args);
  const faults: Fault[] = [];
  if (lost !== undefined)
    faults.push({
      ...shows(page, 'a balance that is not used again for a checkout that is SUCCESS', lost),
      exchanges: evidence,
    });
  const once = lostOnce(record, args);
  if (once !== undefined)
    faults.push({
      ...shows(page, 'a balance that loses what a settlement takes, once', once),
      exchanges: evidence,
    });
  const statuses = statusesRead(record, reads);
  const success = statuses.indexOf('SUCCESS');
  const left = success < 0 ? undefined : statuses[success + 1];
  if (left !== undefined)
    faults.push({
      ...shows(page, 'a checkout that stays SUCCESS when it is settled again', left),
      exchanges: evidence,
    });
  if (balances.length === 0 && faults.length === 0)
    return stuck(page, 'what settles the checkout from the sandbox balance', 'balance');
  return toResult(evidence, faults);
}
