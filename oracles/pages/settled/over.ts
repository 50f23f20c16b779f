import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { finalStatuses } from '../../acquiring/lifecycle/statusHistory.ts';
import { balanceIn } from '../../answers/balances.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { statusesRead } from '../ending.ts';
import type { OnceArgs } from '../settledOnce.ts';
import { requestRead, shows } from '../visits.ts';

/** Returns what the balance lost, if that is exactly what the checkout asked for, or this less what its merchant receives. */
function lostLate(record: RunRecord, { reads, balances }: OnceArgs): string | undefined {
  const request = requestRead(record, reads);
  const [due, least, currency] = [
    field(request, 'payAmount'),
    field(request, 'minLimit'),
    textField(request, 'currency'),
  ];
  // Where nothing is asked for, the least amount was entered.
  const asked = isExactNumber(due) ? due : least;
  const [before, after, calm] = balances.map((read) => balanceIn(record.exchange(read), currency ?? ''));
  if (!isExactNumber(asked) || !before || !after || !calm || !after.eq(calm)) return undefined;
  const [lost, credited] = [before.minus(after), field(request, 'processingAmount')];
  const net = isExactNumber(credited) ? decimal(asked).minus(decimal(credited)) : decimal(asked);
  const isTaken = lost.gt(0) && (lost.eq(decimal(asked)) || lost.eq(net));
  return isTaken ? `${lost.toFixed()} ${currency} less` : undefined;
}

/** A checkout that is over is not settled any more, from a page that was opened before either (SBX-06). */
export function staysOver(record: RunRecord, args: OnceArgs): OracleResult {
  const { page: id, reads, balances } = args;
  const page = record.page(id);
  const statuses = statusesRead(record, reads);
  const over = statuses.findIndex((status) => finalStatuses.checkout.includes(status));
  if (over < 0 || statuses[over] === 'SUCCESS' || balances.length === 0)
    return faultResult({
      code: 'notApplicable',
      reason: 'no settlement came after the end of its checkout',
      exchanges: [page.id],
    });
  const evidence = [page.id, ...reads.slice(-1), ...balances];
  const wanted = `${page.opens} to stay ${statuses[over]} when it is settled after its end`;
  const faults = [statuses[over + 1], lostLate(record, args)].flatMap((seen) =>
    seen === undefined ? [] : [{ ...shows(page, wanted, seen), exchanges: evidence }],
  );
  return toResult(evidence, faults);
}
