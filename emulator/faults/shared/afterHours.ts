import { HOUR_MS, later, machineClock } from '../../domain/clock.ts';
import { currentCall } from '../../domain/currentCall.ts';

/** True if the clock of the service was moved ahead of the machine's by more than an hour: sessions are over, and caches are cold. */
export const isHoursLater = (): boolean => (currentCall()?.now ?? 0n) > later(machineClock(), HOUR_MS);
