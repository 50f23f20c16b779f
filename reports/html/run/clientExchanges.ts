import type { CallLine, ClientLine, RequestLine } from '../../../client/record/clientLines.ts';
import type { ShownExchange } from '../page/exchangeView.ts';

/** The most requests that are shown below the call during which a client sent them. */
const mostRequests = 3;

const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s after the start`;

function shownRequest(line: RequestLine): ShownExchange {
  const { id, scenario, listener, method, path, headers, body, atMs, answer, withheld } = line;
  const where = listener === 'service' ? '' : `, to the listener "${listener}"`;
  const sized = body.text ?? `${body.bytes} bytes that are no text`;
  return {
    name: `Request ${id}`,
    note: `of the client, ${seconds(atMs)}${where}, scenario "${scenario}"`,
    request: { method, path, headers, body: body.bytes === 0 ? '' : sized },
    ...(answer && {
      answer: {
        status: answer.status,
        headers: answer.headers ?? [],
        body: answer.text ?? (answer.bytes === 0 ? '' : `${answer.bytes} bytes that are no text`),
      },
    }),
    failure: withheld,
  };
}

function shownCall({ id, scenario, request, answer, broken, tookMs }: CallLine): ShownExchange {
  return {
    name: `Call ${id}`,
    note: `of the gate to the testee, scenario "${scenario}"`,
    request: { method: 'stdin', path: 'one line of JSON', headers: [], body: request },
    ...(answer !== undefined && { answer: { status: `stdout, after ${tookMs} ms`, headers: [], body: answer } }),
    failure: broken?.seen,
  };
}

/** Returns what a page shows of each call and each request of a gate, by its id: a call stands with the first requests that the client sent during it. */
export function clientExchanges(lines: readonly ClientLine[]): Map<string, readonly ShownExchange[]> {
  const requests = lines.flatMap((line) => (line.kind === 'request' ? [line] : []));
  const calls = lines.flatMap((line) => (line.kind === 'call' ? [line] : []));
  return new Map([
    ...requests.map((line) => [line.id, [shownRequest(line)]] as const),
    ...calls.map((line) => {
      const own = requests.filter(({ call }) => call === line.id).slice(0, mostRequests);
      return [line.id, [shownCall(line), ...own.map(shownRequest)]] as const;
    }),
  ]);
}
