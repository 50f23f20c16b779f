import type { CallLine, ClientLine, RequestLine } from '../../../client/record/clientLines.ts';
import { isPlainObject, parsedPlain } from '../../../schemas/json/plain.ts';
import type { ShownExchange } from '../page/exchangeView.ts';

/** So many characters of a body are shown as they are. */
const mostExact = 2_000;

/** Writes a body as it is, on one line: what no eye can see stands as its code, in a form that JSON does not have. */
function exactBytes(text: string): string {
  const short = text.slice(0, mostExact);
  const codeOf = (one: string) => Buffer.from(one).toString('hex').replace(/../g, '\\x$&');
  const visible = short.replace(/\p{C}|(?! )\p{Z}/gu, codeOf);
  return short.length < text.length ? `${visible}… (${Buffer.byteLength(text)} bytes in all)` : visible;
}

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
    request: {
      method,
      path,
      headers,
      body: body.bytes === 0 ? '' : sized,
      ...(body.text && { exact: exactBytes(body.text) }),
    },
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

/** Returns the body of the webhook that a call brings; undefined if it brings none. */
function webhookIn(request: string): string | undefined {
  const asked = parsedPlain(request);
  const body = isPlainObject(asked) && asked['do'] === 'receiveWebhook' ? asked['body'] : undefined;
  return typeof body === 'string' && !body.startsWith('<') ? Buffer.from(body, 'base64').toString('utf8') : undefined;
}

function shownCall({ id, scenario, request, answer, broken, tookMs }: CallLine): ShownExchange {
  const webhook = webhookIn(request);
  return {
    name: `Call ${id}`,
    note: `of the gate to the testee, scenario "${scenario}"`,
    request: {
      method: 'stdin',
      path: 'one line of JSON',
      headers: [],
      body: request,
      ...(webhook !== undefined && { exact: exactBytes(webhook) }),
    },
    isEnvelope: true,
    ...(answer !== undefined && {
      answer: { status: `stdout, after ${Math.round(tookMs)} ms`, headers: [], body: answer },
    }),
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
