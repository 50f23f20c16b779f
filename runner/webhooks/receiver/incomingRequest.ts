import type { IncomingMessage } from 'node:http';
import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Redactor } from '../../../traffic/redaction/redactor.ts';
import { type RawBody, storedBody } from '../../../traffic/transport/body.ts';

/** The body of a webhook is one record. A body longer than this was made long on purpose. */
const mostBodyBytes = 256 * 1024;

/** Reads the raw body of a request up to the stored maximum; undefined if the sender left before the end. */
export async function bodyOf(request: IncomingMessage): Promise<RawBody | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The loop must not close the connection on exit, because the answer is not decided yet.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBodyBytes) return { bytes: Buffer.concat(chunks).subarray(0, mostBodyBytes), cut: true };
    }
  } catch {
    return undefined;
  }
  return request.complete ? { bytes: Buffer.concat(chunks), cut: false } : undefined;
}

/** Headers with credentials for a proxy of the operator. */
const provingOnes = /^(?:(?:proxy-)?authorization|cookie)$/i;

/** Returns all headers in their original form and order, without secrets. */
function headersOf({ rawHeaders }: IncomingMessage, redactor: Redactor): [string, string][] {
  return Array.from({ length: Math.floor(rawHeaders.length / 2) }, (_, index) => {
    const [name = '', value = ''] = rawHeaders.slice(2 * index, 2 * index + 2);
    return [redactor.clean(name), provingOnes.test(name) ? '<credential>' : redactor.clean(value)];
  });
}

/** Returns the values of a header as one text; undefined if it is absent. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Returns the source address of a request; behind a proxy, the last value of the proxy's header, which the proxy itself added. */
function sourceOf(request: IncomingMessage, sourceHeader: string | undefined): string {
  const forwarded = sourceHeader && headerOf(request, sourceHeader)?.split(',').at(-1)?.trim();
  return (forwarded || request.socket.remoteAddress || '').replace(/^::ffff:(?=\d)/, '');
}

/** Returns the parts of a request that are stored. */
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
