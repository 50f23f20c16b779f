import { chainStates } from '../../../schemas/domain/webhookKinds.ts';
import { field, type RunRecord, type Sighting } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { excerpt } from '../../../traffic/outcome/fault.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { type OracleResult, toResult } from '../../core/result.ts';

/** Returns the reads of requests that show the status of their incoming payment (§ Crypto acquiring request, paymentStatus). */
const chainStatusesIn = (record: RunRecord): Sighting[] =>
  requestsIn(record).filter(({ value }) => field(value, 'paymentStatus') !== undefined);

/** An incoming blockchain payment is PENDING, FAILED or SUCCESS. */
function isChainStatus({ exchange, where, value }: Sighting): Fault | undefined {
  const shown = field(value, 'paymentStatus') ?? null;
  if (typeof shown === 'string' && chainStates.includes(shown)) return undefined;
  return {
    code: 'notListed',
    where: `${where}/paymentStatus`,
    wanted: `one of ${chainStates.join(' ')}`,
    seen: excerpt(shown),
    exchanges: [exchange.id],
  };
}

/** A request shows its incoming payment in one of the documented states, in any view (LIF-15). */
export function namesChainStates(record: RunRecord, _args: Record<string, never>): OracleResult {
  const shown = chainStatusesIn(record);
  return toResult(
    shown.map(({ exchange }) => exchange.id),
    shown.flatMap((one) => isChainStatus(one) ?? []),
  );
}
