import type { IncomingMessage } from 'node:http';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Redactor } from '../../../traffic/redaction/redactor.ts';
import { type RawBody, storedBody } from '../../../traffic/transport/body.ts';

/** The body of a webhook is a record; one that is longer than this was made to be long. */
const keptOfWebhook = 256 * 1024;

/** The raw body of a request, read no further than it is kept; undefined where its sender left before its end. */
export async function bodyOf(request: IncomingMessage): Promise<RawBody | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving the loop must not break the connection: how it is answered is not decided yet.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > keptOfWebhook) return { bytes: Buffer.concat(chunks).subarray(0, keptOfWebhook), cut: true };
    }
  } catch {
    return undefined;
  }
  return request.complete ? { bytes: Buffer.concat(chunks), cut: false } : undefined;
}

/** Headers by which others prove who they are to a proxy of the operator's. */
const provingOnes = /^(?:(?:proxy-)?authorization|cookie)$/i;

/** All headers as they came, in their order, without secrets. */
function headersOf({ rawHeaders }: IncomingMessage, redactor: Redactor): [string, string][] {
  return Array.from({ length: Math.floor(rawHeaders.length / 2) }, (_, index) => {
    const [name = '', value = ''] = rawHeaders.slice(2 * index, 2 * index + 2);
    return [redactor.clean(name), provingOnes.test(name) ? '<credential>' : redactor.clean(value)];
  });
}

/** The values of a header, one text; undefined where it is not there. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The address that a request came from; behind a proxy what the proxy says, whose own word is the last one. */
function sourceOf(request: IncomingMessage, sourceHeader: string | undefined): string {
  const told = sourceHeader && headerOf(request, sourceHeader)?.split(',').at(-1)?.trim();
  return (told || request.socket.remoteAddress || '').replace(/^::ffff:(?=\d)/, '');
}

/** What is kept of a request. */
export function storedRequest(
  request: IncomingMessage,
  body: RawBody,
  { redactor, sourceHeader }: { redactor: Redactor; sourceHeader?: string | undefined },
): DeliveryLine['request'] {
  return {
    method: redactor.clean(request.method ?? ''),
    headers: headersOf(request, redactor),
    body: storedBody(body, redactor),
    source: redactor.clean(sourceOf(request, sourceHeader)),
  };
}
