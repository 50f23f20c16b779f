import type { Body, ExchangeLine } from './journalTypes.ts';

/** What an answer means, whatever its exact status: interface.md names no error statuses, so statuses are classed, not listed. */
export type AnswerClass =
  | 'accepted'
  | 'illegible'
  | 'refused'
  | 'throttled'
  | 'crashed'
  | 'unavailable'
  | 'malformed'
  | 'indeterminate';

const unavailable = new Set([408, 425]);

/** The first value of a header, its name in any letter case. */
export function answerHeader(line: Pick<ExchangeLine, 'answer'>, name: string): string | undefined {
  return line.answer?.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** Whether a body is one that nobody here has read to its end: it was cut, is no UTF-8, or is in a coding or of a size that we do not read. */
const isIllegible = ({ cut, base64, unread }: Body) => cut === true || base64 !== undefined || unread !== undefined;

/**
 * The class of an exchange (§ Errors: status codes not shown). 503 says `unavailable` only with Retry-After; what was accepted in an answer that we cannot read
 * is `illegible`: nothing follows from what it does not show.
 */
export function answerClassOf(line: Pick<ExchangeLine, 'answer' | 'failure'>): AnswerClass {
  const { answer, failure } = line;
  if (failure) return failure.code === 'protocol' || failure.code === 'overlong' ? 'malformed' : 'indeterminate';
  const status = answer?.status ?? 0;
  if (answer && status >= 200 && status < 300) return isIllegible(answer.body) ? 'illegible' : 'accepted';
  if (status === 429) return 'throttled';
  if (unavailable.has(status) || (status === 503 && answerHeader(line, 'retry-after') !== undefined))
    return 'unavailable';
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 ? 'crashed' : 'indeterminate';
}
