import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { noEffects } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { textsOf } from '../received/announcement.ts';

const isWrite = ({ line }: Exchange) =>
  line.request.method === 'POST' && line.request.account === undefined && line.request.clientOrderId !== undefined;

/** The shortest clientOrderId that is searched for. A shorter one may be a word that occurs in any body. */
const leastLength = 12;

/** The last delivery for each text in the bodies. */
const byText = memoizedByRecord((record) => {
  const found = new Map<string, Delivery>();
  for (const delivery of record.webhooks.deliveries) for (const text of textsOf(delivery)) found.set(text, delivery);
  return found;
});

/** Reports webhooks with a clientOrderId for which every request was refused. */
function announcedRefusals(record: RunRecord): Fault[] {
  const uses = grouped(record.exchanges.filter(isWrite), ({ line }) => line.request.clientOrderId ?? '');
  return [...uses].flatMap(([key, sent]): Fault[] => {
    const [refused] = sent;
    const delivery = byText(record).get(key);
    if (!refused || !delivery || key.length < leastLength || sent.some((one) => one.class !== 'refused')) return [];
    const seen = `a webhook with its clientOrderId: ${delivery.seen}`;
    return [{ code: 'happened', what: refused.request, seen, exchanges: [refused.id, delivery.id] }];
  });
}

/** No refused creation of this run had an effect: no record was created, and no webhook names its clientOrderId (ERR-03). */
export function leavesNothing(record: RunRecord): OracleResult {
  const announced = announcedRefusals(record);
  const made = noEffects(record);
  if (announced.length === 0) return made;
  return toResult(made.exchanges, [...('faults' in made ? made.faults : []), ...announced]);
}
