import { namesChainStates } from './deposits/chainStatus.ts';
import { creditsBalance, creditsNet, staysUnconverted } from './deposits/credits.ts';
import { depositAnnounced, depositFails } from './deposits/deposits.ts';
import { signsWebhooks } from './events/digest.ts';
import { arrivesLater } from './retries/laterArrival.ts';
import { restsAfterSuccess, retriesAfter, retriesAtMost, retriesLater } from './retries/schedule.ts';

/** The oracles on webhooks that a test may name in an assertion. */
export const webhookOracles = {
  signsWebhooks,
  restsAfterSuccess,
  retriesAfter,
  retriesAtMost,
  retriesLater,
  arrivesLater,
  depositAnnounced,
  depositFails,
  creditsNet,
  staysUnconverted,
  creditsBalance,
  namesChainStates,
};
