import { requestRead } from '../../../oracles/pages/visits.ts';
import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import type { Visit } from '../visit.ts';
import { fundsFor, settleFromBalance } from './balance.ts';
import type { Follower, TourParts } from './tour.ts';

/** An attempt to settle more than the sandbox balance holds: the read of the balances before it, and the reads of the checkout until after it. */
export interface BeyondFunds {
  funds: string;
  reads: readonly string[];
}

/** How long a settlement that must not be may take, ms. */
const awaitedMs = 1_500;

/** Settles a checkout that asks for more than the sandbox balance holds, if its page offers that all the same. Undefined if there is enough, or it is not offered. */
export async function settleBeyond(
  parts: TourParts,
  visit: Visit,
  { asset, following }: { asset: string; following: Follower },
): Promise<BeyondFunds | undefined> {
  const due = field(requestRead(parts.worker.record, following.reads), 'payAmount');
  if (!isExactNumber(due)) return undefined;
  const { read, held } = await fundsFor(parts, asset);
  if (held === undefined || held.gte(decimal(due))) return undefined;
  const isTried = await settleFromBalance(parts, visit, { asset, following, awaitedMs });
  return isTried ? { funds: read, reads: [...following.reads] } : undefined;
}
