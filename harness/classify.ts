import type { ExchangeLine } from './lines.ts';

/** What an answer means, whatever its exact status: interface.md names no error statuses, so statuses are classed, not listed. */
export type Classification =
  | 'accepted'
  | 'refused'
  | 'throttled'
  | 'crashed'
  | 'unavailable'
  | 'malformed'
  | 'indeterminate';

const unavailable = new Set([408, 425]);

/** The first value of a header, its name in any letter case. */
export function headerOf(line: Pick<ExchangeLine, 'answer'>, name: string): string | undefined {
  return line.answer?.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** The class of an exchange (§ Errors: status codes not shown). 503 says `unavailable` only with Retry-After. */
export function classify(line: Pick<ExchangeLine, 'answer' | 'failure'>): Classification {
  if (line.failure) return line.failure.code === 'protocol' ? 'malformed' : 'indeterminate';
  const status = line.answer?.status ?? 0;
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 429) return 'throttled';
  if (unavailable.has(status) || (status === 503 && headerOf(line, 'retry-after') !== undefined)) return 'unavailable';
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 ? 'crashed' : 'indeterminate';
}
