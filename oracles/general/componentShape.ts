import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { hasShape, jsonAnswerFault } from '../core/contractShape.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { accepted } from './acceptance.ts';

/** Returns the reason why an accepted answer is not an object. */
export function notObjectFault(sent: Exchange): Fault | undefined {
  if (isObject(sent.json)) return undefined;
  const fault: Fault = { code: 'notJson', operation: sent.request, seen: sent.seen, exchanges: [sent.id] };
  return jsonAnswerFault(sent) ?? fault;
}

/** The answer is an object of the contract with the right fields and types. */
export function showsComponent(
  record: RunRecord,
  { exchange, component, what }: { exchange: string; component: string; what: string },
): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class !== 'accepted') return accepted(record, { exchange, what });
  const none = notObjectFault(sent);
  if (none || !isObject(sent.json)) return toResult([exchange], none ? [none] : []);
  const rule = hasShape(record.contract, component);
  return toResult([exchange], [rule({ exchange: sent, where: what, value: sent.json }) ?? []].flat());
}
