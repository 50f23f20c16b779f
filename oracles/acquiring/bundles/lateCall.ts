import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { bundlesIn } from './bundleAddresses.ts';

/** True for a sound call that can be sent again as it was: it was not sent as another account, and nothing of its body was removed from the journal. */
const isRepeatable = ({ line }: Exchange) =>
  line.purpose !== 'defect' && line.request.account === undefined && line.request.body?.text?.includes('"<') === false;

/** Returns the call for a bundle that the final reads have to send again, if an assertion judges what all calls show: the first of the run. */
export function bundleToRepeat(record: RunRecord): Exchange | undefined {
  if (!record.assertions.some(({ oracle }) => oracle === 'bundlesKept')) return undefined;
  return bundlesIn(record).find(({ exchange }) => isRepeatable(exchange))?.exchange;
}
