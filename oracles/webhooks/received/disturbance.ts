import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { otherRunByTargetClock } from '../../limits/models/limitTrials.ts';

/** Describes a visible action of somebody else on the account during this run; undefined if there is none. */
const disturbanceIn = memoizedByRecord((record): string | undefined => {
  const { registrations, deliveries } = record.webhooks;
  const replaced = registrations.find((one) => one.replaced);
  if (replaced) return `somebody else registered another receiver for ${replaced.webhook} webhooks`;
  const shown = [...record.payments.map(({ value }) => value), ...deliveries.map(({ json }) => json)];
  const run = otherRunByTargetClock(record, shown);
  return run === undefined ? undefined : `${run} used the same account, and it registers webhooks too`;
});

/**
 * Returns a fault about missing webhooks or about another secret. If somebody else may have redirected the webhooks, returns instead a fault that does not
 * blame the target.
 */
export function unlessDisturbed(record: RunRecord, fault: Fault): Fault {
  const because = disturbanceIn(record);
  if (because === undefined) return fault;
  return {
    code: 'disturbed',
    wanted: 'an account that nobody else uses during the run',
    because,
    exchanges: fault.exchanges,
  };
}
