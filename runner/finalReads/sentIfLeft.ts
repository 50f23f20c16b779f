import type { Exchange } from '../../traffic/journal/exchange.ts';
import { Exhausted } from '../../traffic/rate/limiter/limiterHandle.ts';
import type { Plan } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';

/** Sends a plan as one of the final reads; undefined if the run has no POST left, as a smoke run may have none. */
export const sentIfLeft = (api: Api, plan: Plan, how: SendOptions = {}): Promise<Exchange | undefined> =>
  api.send(plan, { purpose: 'sweep', ...how }).catch((error: unknown) => {
    if (!(error instanceof Exhausted)) throw error;
    return undefined;
  });
