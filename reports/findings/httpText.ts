import type { Found, KeptExchange } from '../../fuzzer/findings/finding.ts';

/** A line of a head stays one line, whatever is in it. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

function messageOf(first: string, headers: KeptExchange['request']['headers'], body = ''): string {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].map(oneLine);
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function textsOf({ request, answer, failure, shows }: KeptExchange): object {
  const { method, path, headers, body } = request;
  return {
    request: messageOf(`${method} ${path} HTTP/1.1`, headers, body),
    ...(answer && { answer: messageOf(`HTTP/1.1 ${answer.status}`, answer.headers, answer.body) }),
    ...(failure !== undefined && { failure }),
    ...(shows && { shows }),
  };
}

/** A finding with its exchanges as HTTP text, as JSON. */
export function writeExchanges(found: Found): string {
  const { fingerprint, requirement, operation, outcome, wanted, seen, seed, shrunk, exchanges } = found;
  const told = { fingerprint, requirement, operation, outcome, wanted, seen, seed, ...(shrunk && { shrunk }) };
  return `${JSON.stringify({ ...told, case: found.case, exchanges: exchanges.map(textsOf) }, null, 2)}\n`;
}
