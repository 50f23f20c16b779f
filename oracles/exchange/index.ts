import type { Oracles } from '../core/oracle.ts';
import { crossedById } from './crossedById.ts';
import { crossedOnce } from './crossedOnce.ts';
import { crossPaidOut, notCrossed } from './crossPayout.ts';
import { exchangeMoves, traded, untraded } from './exchangeOrders.ts';
import { singlesAgreeLater } from './lateSingles.ts';
import { notOverspent } from './overspending.ts';
import { limitsAgree, pairsMatch, ratesAgree } from './pairLists.ts';

/** The oracles on exchange, by the names that assertions use. */
export const exchangeOracles = {
  crossPaidOut: { rule: crossPaidOut },
  notCrossed: { rule: notCrossed },
  crossedById: { rule: crossedById },
  crossedOnce: { rule: crossedOnce },
  limitsAgree: { rule: limitsAgree },
  singlesAgreeLater: { rule: singlesAgreeLater },
  ratesAgree: { rule: ratesAgree },
  pairsMatch: { rule: pairsMatch },
  traded: { rule: traded },
  exchangeMoves: { rule: exchangeMoves },
  untraded: { rule: untraded },
  notOverspent: { rule: notOverspent, whenAbsent: 'held' },
} satisfies Oracles;
