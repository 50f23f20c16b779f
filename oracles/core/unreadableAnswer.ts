import { maxDepth, mostValues } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** Returns the content coding that an answer names. */
const codingOf = (exchange: Exchange) => exchange.header('content-encoding') ?? 'a coding';

/** Returns the reason why an answer could not be read, because of a limit of the suite or of a transport fault; undefined if it could. */
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

/** Reports an answer that is not UTF-8, which JSON must be (GEN-01a). */
export function notUtf8Fault({ id, request, line }: Exchange): Fault | undefined {
  return line.answer?.body.base64 === undefined ? undefined : { code: 'notUtf8', request, exchanges: [id] };
}

/** Returns the reason why nothing follows from an answer, except for requirements on its form. */
export function illegibleFault(exchange: Exchange): Fault | undefined {
  const { id, request, line } = exchange;
  if (line.answer?.body.base64 !== undefined)
    return { code: 'illegible', request, seen: 'bytes that are not UTF-8', exchanges: [id] };
  return unreadableFault(exchange);
}
