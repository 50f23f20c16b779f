import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { crashFault, unconfirmedFault } from '../core/noise.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from './excuse.ts';

/** Lines that are typical of stack traces on common platforms. */
const traces = [
  /^[ \t]*at [\w.$<>]+\(.*\)[ \t]*$/m,
  /\bat [\w.$/<>]+ ?\((?:[\w./\\:-]+\.\w+:\d+(?::\d+)?|Native Method|Unknown Source)\)/,
  /Traceback \(most recent call last\)/,
  /goroutine \d+ \[running\]/,
  /\bException in thread "/,
  /\.cs:line \d+/,
  /\.rb:\d+:in [`']/,
  /#\d+ \/[\w./-]+\.php\(\d+\)/,
];

/** Reports a stack trace in an answer. Escaped line breaks in JSON are recognized. */
export function stackTraceIn(exchange: Exchange): Fault | undefined {
  const text = exchange.text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  const found = traces.map((trace) => trace.exec(text)?.[0]).find(Boolean);
  return found === undefined
    ? undefined
    : { code: 'stackTrace', request: exchange.request, seen: excerpt(found), exchanges: [exchange.id] };
}

/**
 * No input causes a 5xx, a hang or a stack trace (ERR-02a). A crash counts if it occurred each time, with an accepted control in between, and more often than
 * the noise of the run.
 */
export function neverCrashes(record: RunRecord): OracleResult {
  const faults = record.exchanges.flatMap((exchange) =>
    [crashFault(record, exchange), stackTraceIn(exchange)].filter((f) => f !== undefined),
  );
  return toResult(
    record.exchanges.map(({ id }) => id),
    faults,
  );
}

/** A boundary case may be accepted or refused, but it causes no 5xx, no hang and no stack trace (ERR-04b). */
export function survives(record: RunRecord, { exchange }: { exchange: string }): OracleResult {
  const sent = record.exchange(exchange);
  const fault = stackTraceIn(sent) ?? crashFault(record, sent) ?? excuseFor(record, sent);
  return toResult([exchange], fault ? [fault] : []);
}

/** Reports an HTML page as the answer to a request that was not accepted (ERR-02b). A page that did not occur again may come from a gateway. */
export function isHtmlPage(record: RunRecord): (exchange: Exchange) => Fault | undefined {
  return (exchange) => {
    const isHtml =
      /^text\/html/i.test(exchange.header('content-type') ?? '') || /^\s*<(?:!doctype|html)\b/i.test(exchange.text);
    if (!isHtml || exchange.isTaken || unconfirmedFault(record, exchange)) return undefined;
    return { code: 'htmlPage', request: exchange.request, seen: exchange.seen, exchanges: [exchange.id] };
  };
}
