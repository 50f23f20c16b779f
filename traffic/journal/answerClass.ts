import type { Body, ExchangeLine } from './journalTypes.ts';

/** The meaning of an answer beyond its exact status: interface.md names no error statuses, so statuses are grouped into classes. */
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

/** Returns the first value of a header; the letter case of its name does not matter. */
export function answerHeader(line: Pick<ExchangeLine, 'answer'>, name: string): string | undefined {
  return line.answer?.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** True for a body that was not fully read: it was cut, is not UTF-8, or its coding or size is not supported. */
const isIllegible = ({ cut, base64, unread }: Body) => cut === true || base64 !== undefined || unread !== undefined;

/**
 * Returns the class of an exchange (§ Errors: status codes not shown). 503 is `unavailable` only with Retry-After. A success with an unreadable body is
 * `illegible`: nothing can be concluded from what its body does not show.
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
