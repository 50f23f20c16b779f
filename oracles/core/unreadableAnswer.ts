import { maxDepth, mostValues } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** The coding of an answer in its own words. */
const codingOf = (exchange: Exchange) => exchange.header('content-encoding') ?? 'a coding';

/** What stands in the way of reading an answer by our own limits, or in transport; undefined where nothing does. */
export function unreadableFault(exchange: Exchange): Fault | undefined {
  const { id, request, line } = exchange;
  const of = { request, exchanges: [id] };
  if (line.failure?.code === 'overlong') return { code: 'longHeaders', ...of };
  if (line.failure?.code === 'protocol') return { code: 'brokenHttp', seen: line.failure.message, ...of };
  const { unread, cut, bytes = 0 } = line.answer?.body ?? {};
  if (unread === 'coded') return { code: 'coded', coding: codingOf(exchange), ...of };
  if (unread === 'miscoded') return { code: 'miscoded', coding: codingOf(exchange), ...of };
  if (unread === 'nested') return { code: 'nested', levels: maxDepth, ...of };
  if (unread === 'wide') return { code: 'wide', values: mostValues, ...of };
  return cut ? { code: 'cut', keptBytes: bytes, ...of } : undefined;
}

/** An answer that is no UTF-8, which JSON must be (GEN-01a). */
export function notUtf8Fault({ id, request, line }: Exchange): Fault | undefined {
  return line.answer?.body.base64 === undefined ? undefined : { code: 'notUtf8', request, exchanges: [id] };
}

/** Why nothing follows from an answer for any requirement but that on its form. */
export function illegibleFault(exchange: Exchange): Fault | undefined {
  const { id, request, line } = exchange;
  if (line.answer?.body.base64 !== undefined)
    return { code: 'illegible', request, seen: 'bytes that are no UTF-8', exchanges: [id] };
  return unreadableFault(exchange);
}
