import type { IncomingHttpHeaders } from 'node:http';

/** One received request. `body` holds the exact bytes; it is empty if the request has no body. */
export interface Call {
  readonly verb: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The content type as sent; undefined if the request has none. */
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** One answer: status, content type (null for none), exact body text, and further headers (names in lower case). */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of a header (name in lower case); undefined if it was not sent. */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Reads an address, or one that is relative to `base`; undefined for other text. Node 20's URL.canParse comes to refuse letters like ü once it is compiled. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The percent-decoded segments of a path; a segment that cannot be decoded stays as sent. */
export const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(decodedSegment);

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
