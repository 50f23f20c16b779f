import { type Oracles, ofRecord } from '../core/oracle.ts';
import { depositsAnnounced } from './deposits/announcedStatuses.ts';
import { namesChainStates } from './deposits/chainStatus.ts';
import { creditsBalance, creditsNet, staysUnconverted } from './deposits/credits.ts';
import { depositAnnounced, depositFails } from './deposits/deposits.ts';
import { enoughNeverFails, tooLittleNeverSucceeds } from './deposits/enoughPaid.ts';
import { depositsCredited } from './deposits/lateDeposits.ts';
import { signsWebhooks } from './events/digest.ts';
import { announcesEachMove } from './events/everyMove.ts';
import { leavesNothing } from './events/refusedCreations.ts';
import { arrivesLater } from './retries/laterArrival.ts';
import { restsAfterSuccess, retriesAfter, retriesAtMost, retriesLater } from './retries/schedule.ts';

/** The oracles on webhooks, by the names that assertions use. */
export const webhookOracles = {
  noEffects: { rule: ofRecord(leavesNothing), whenAbsent: 'held' },
  signsWebhooks: { rule: signsWebhooks, whenAbsent: 'held' },
  restsAfterSuccess: { rule: restsAfterSuccess, whenAbsent: 'held' },
  retriesAfter: { rule: retriesAfter, whenAbsent: 'broken' },
  retriesAtMost: { rule: retriesAtMost },
  retriesLater: { rule: retriesLater },
  announcesEachMove: { rule: announcesEachMove, whenAbsent: 'broken' },
  arrivesLater: { rule: arrivesLater, whenAbsent: 'held' },
  depositAnnounced: { rule: depositAnnounced, whenAbsent: 'broken' },
  depositsAnnounced: { rule: ofRecord(depositsAnnounced), whenAbsent: 'broken' },
  depositsCredited: { rule: depositsCredited },
  enoughNeverFails: { rule: ofRecord(enoughNeverFails), whenAbsent: 'held' },
  tooLittleNeverSucceeds: { rule: ofRecord(tooLittleNeverSucceeds), whenAbsent: 'held' },
  depositFails: { rule: depositFails, whenAbsent: 'held' },
  creditsNet: { rule: creditsNet, whenAbsent: 'broken' },
  staysUnconverted: { rule: staysUnconverted, whenAbsent: 'broken' },
  creditsBalance: { rule: creditsBalance, whenAbsent: 'broken' },
  namesChainStates: { rule: namesChainStates, whenAbsent: 'held' },
} satisfies Oracles;
