import { HOUR_MS, type Instant, later } from '../../domain/clock.ts';
import { currentCall } from '../../domain/currentCall.ts';

/** A quarter of a year, in milliseconds. */
const QUARTER_MS = 90 * 24 * HOUR_MS;

/** True if a record was created more than a quarter of a year before the current call. */
export const isQuarterOld = ({ createdAt }: { readonly createdAt: Instant }): boolean =>
  later(createdAt, QUARTER_MS) < (currentCall()?.now ?? createdAt);
