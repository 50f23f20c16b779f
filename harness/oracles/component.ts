import { isObject } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { accepted } from './reply.ts';
import { type OracleResult, toResult } from './ruling.ts';
import { hasShape, jsonAnswerFault } from './shape.ts';

/** Why an accepted answer is no object. */
export function notObjectFault(sent: Exchange): Fault | undefined {
  if (isObject(sent.json)) return undefined;
  const fault: Fault = { code: 'notJson', operation: sent.request, seen: sent.seen, exchanges: [sent.id] };
  return jsonAnswerFault(sent) ?? fault;
}

/** What was asked for is an object of the contract by its fields and their types. */
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
