import { type Oracles, ofRecord } from '../core/oracle.ts';
import {
  answersCard,
  answersPayment,
  areHostToHost,
  decimalsGet,
  isFound,
  isHostToHost,
  leavesFrozen,
  works,
} from './createdOrders.ts';
import { countsAs, oneOrder } from './ids/clientOrderIds.ts';
import { areOwnOrders } from './ids/equalOrders.ts';
import { oneOrderAfterDays } from './ids/lateUse.ts';
import { isFreeElsewhere } from './ids/otherAccounts.ts';
import { reaches, staysPending } from './lifecycle.ts';
import { endAsTheirCard, endsNoOtherCard } from './mockCards.ts';
import { externalIdsAreText, hasPayUrl, havePayUrls, opensForPayer, paidInPart, payUrlIs } from './paymentFields.ts';
import { stillFound } from './rereadPayments.ts';

/** The oracles on payments, by the names that assertions use. */
export const paymentOracles = {
  hasPayUrl: { rule: hasPayUrl },
  havePayUrls: { rule: ofRecord(havePayUrls), whenAbsent: 'held' },
  payUrlIs: { rule: payUrlIs },
  opensForPayer: { rule: opensForPayer },
  answersPayment: { rule: answersPayment },
  isFound: { rule: isFound, whenAbsent: 'broken' },
  works: { rule: works, whenAbsent: 'held' },
  leavesFrozen: { rule: leavesFrozen },
  decimalsGet: { rule: decimalsGet, whenAbsent: 'learned' },
  paidInPart: { rule: paidInPart, whenAbsent: 'broken' },
  reaches: { rule: reaches, whenAbsent: 'broken' },
  staysPending: { rule: staysPending, whenAbsent: 'held' },
  endAsTheirCard: { rule: endAsTheirCard, whenAbsent: 'broken' },
  endsNoOtherCard: { rule: ofRecord(endsNoOtherCard), whenAbsent: 'held' },
  oneOrder: { rule: oneOrder, whenAbsent: 'held' },
  oneOrderAfterDays: { rule: ofRecord(oneOrderAfterDays), whenAbsent: 'held' },
  countsAs: { rule: countsAs },
  isFreeElsewhere: { rule: isFreeElsewhere },
  areOwnOrders: { rule: areOwnOrders },
  isHostToHost: { rule: isHostToHost },
  areHostToHost: { rule: areHostToHost },
  answersCard: { rule: answersCard },
  externalIdsAreText: { rule: ofRecord(externalIdsAreText), whenAbsent: 'held' },
  stillFound: { rule: stillFound, whenAbsent: 'held' },
} satisfies Oracles;
