import { arrivesLater } from './arrival.ts';
import { namesChainStates } from './chain.ts';
import { creditsBalance, creditsNet, staysUnconverted } from './credit.ts';
import { depositAnnounced, depositFails } from './deposit.ts';
import { signsWebhooks } from './digest.ts';
import { restsAfterSuccess, retriesAfter, retriesAtMost, retriesLater } from './schedule.ts';

/** The oracles on webhooks that a probe may name in a claim. */
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
