import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { crashFault, unconfirmedFault } from '../core/noise.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from './excuse.ts';

/** How stack traces of common platforms begin a line, or what they cannot do without. */
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

/** The stack trace in an answer, if it shows one. JSON escapes of line breaks are read as such. */
export function stackTraceIn(exchange: Exchange): Fault | undefined {
  const text = exchange.text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  const found = traces.map((trace) => trace.exec(text)?.[0]).find(Boolean);
  return found === undefined
    ? undefined
    : { code: 'stackTrace', request: exchange.request, seen: excerpt(found), exchanges: [exchange.id] };
}

/** No input makes a 5xx, a hang or a stack trace (ERR-02a): a crash counts when it came each time, a good control between, and more often than the noise of the run. */
export function neverCrashes(record: RunRecord): OracleResult {
  const faults = record.exchanges.flatMap((exchange) =>
    [crashFault(record, exchange), stackTraceIn(exchange)].filter((f) => f !== undefined),
  );
  return toResult(
    record.exchanges.map(({ id }) => id),
    faults,
  );
}

/** One odd request is taken or refused, as the service likes: no 5xx, no hang, no stack trace (ERR-04b). */
export function survives(record: RunRecord, { exchange }: { exchange: string }): OracleResult {
  const sent = record.exchange(exchange);
  const fault = stackTraceIn(sent) ?? crashFault(record, sent) ?? excuseFor(record, sent);
  return toResult([exchange], fault ? [fault] : []);
}

/** An answer that is refused or worse and is an HTML page (ERR-02b); what was gone when it was asked again may be a gateway's. */
export function isHtmlPage(record: RunRecord): (exchange: Exchange) => Fault | undefined {
  return (exchange) => {
    const isHtml =
      /^text\/html/i.test(exchange.header('content-type') ?? '') || /^\s*<(?:!doctype|html)\b/i.test(exchange.text);
    if (!isHtml || exchange.isTaken || unconfirmedFault(record, exchange)) return undefined;
    return { code: 'htmlPage', request: exchange.request, seen: exchange.seen, exchanges: [exchange.id] };
  };
}
