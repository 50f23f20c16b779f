import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { balanceIn } from '../answers/balances.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { statusesRead } from './ending.ts';
import type { VisitArgs } from './opening.ts';
import { requestRead, shows } from './visits.ts';

/** A visit whose settlement was sent again, and the reads of the balances before, between and after. */
export interface OnceArgs extends VisitArgs {
  balances: readonly string[];
}

/**
 * A checkout that is settled a second time costs nothing more and stays as it is (SBX-06). Others may use the balance meanwhile, so it counts only if it lost
 * exactly what the checkout asked for, both times.
 */
export function settlesOnce(record: RunRecord, { page: id, reads, balances }: OnceArgs): OracleResult {
  const page = record.page(id);
  const request = requestRead(record, reads);
  const [asked, currency] = [field(request, 'payAmount'), textField(request, 'currency')];
  if (!isExactNumber(asked) || currency === undefined || balances.length < 3) return toResult([page.id], []);
  const due = decimal(asked);
  const held = balances.map((read) => balanceIn(record.exchange(read), currency));
  const lost = held.slice(1).map((now, nth) => now && held[nth]?.minus(now));
  const faults: Fault[] = [];
  const evidence = [page.id, ...balances];
  if (lost.every((one) => one?.eq(due)))
    faults.push({
      ...shows(
        page,
        `nothing more of the balance for a checkout that is SUCCESS`,
        `${due.toFixed()} ${currency} once more`,
      ),
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
  return toResult(evidence, faults);
}
