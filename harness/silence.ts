import type { Exchange } from './exchange.ts';
import type { TransportCode } from './lines.ts';

/** What a failed transport says of a target that does not come back, and what its operator may do. */
const silences: Readonly<Record<TransportCode, { what: string; hint: string }>> = {
  unreachable: { what: 'nobody can be reached there', hint: 'See that it runs and that its address is right.' },
  reset: { what: 'it closes the connection', hint: 'See that it is well, and that host, port and scheme are right.' },
  timeout: { what: 'it takes too long', hint: 'See that it is well, or give it longer by deadlines.answerMs.' },
  protocol: { what: 'what answers speaks no HTTP', hint: 'See that host, port and scheme are right.' },
};

/** Why nothing more can be asked of a target, from the exchange that was lost first. */
export function silenceWords(
  { line: { failure, request }, request: asked, id }: Exchange,
  { baseUrl, recoverMs }: { baseUrl: string; recoverMs: number },
): string {
  const { code = 'reset', message = 'no answer' } = failure ?? {};
  const { what, hint } = silences[code];
  const wanted = `wanted an answer of ${request.origin ?? baseUrl}, found none within ${recoverMs} ms`;
  return `${wanted}: ${what} (${message}), first seen at ${asked} (exchange ${id}). ${hint}`;
}
