import type { RequestLine } from './clientLines.ts';

/** When the client knew how a request had ended, ms after the start of the gate. */
export const endOf = ({ atMs, answeredMs }: RequestLine): number => answeredMs ?? atMs;

/** True for a request after which a client may send it again: refused for its rate, failed or lost. */
export const hasFailed = ({ answer, withheld }: RequestLine): boolean =>
  withheld !== undefined || answer === undefined || answer.status === 429 || answer.status >= 500;

/** Repeats may come this much before the time that they were told, ms: clocks are read in milliseconds. */
export const earlyMs = 20;
