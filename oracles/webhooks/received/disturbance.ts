import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { otherRunByTargetClock } from '../../limits/models/limitTrials.ts';

/** What somebody else did at the account in the time of this run, as far as it shows; undefined where nothing does. */
const disturbanceIn = memoizedByRecord((record): string | undefined => {
  const { registrations, deliveries } = record.webhooks;
  const replaced = registrations.find((one) => one.replaced);
  if (replaced) return `somebody else registered where ${replaced.webhook} webhooks are sent`;
  const shown = [...record.payments.map(({ value }) => value), ...deliveries.map(({ json }) => json)];
  const run = otherRunByTargetClock(record, shown);
  return run === undefined
    ? undefined
    : `run ${run} worked on the same account, and registers webhooks as this one does`;
});

/** A fault that rests on webhooks which did not come, or came by another secret; where somebody else may have led them away it says nothing of the target. */
export function unlessDisturbed(record: RunRecord, fault: Fault): Fault {
  const because = disturbanceIn(record);
  if (because === undefined) return fault;
  return {
    code: 'disturbed',
    wanted: 'an account that nobody else works on meanwhile',
    because,
    exchanges: fault.exchanges,
  };
}
