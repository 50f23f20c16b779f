import type { Decimal } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { figuresFor } from './balanceFields.ts';

/** Returns the balance of a currency if the answer shows exactly one figure for it; else undefined. */
export function balanceIn(answer: Exchange, currency: string): Decimal | undefined {
  const [figure, another] = figuresFor(answer, currency);
  return another === undefined ? figure : undefined;
}

/** Two reads of the balances, one before and one after an event, as the ids of their exchanges. */
export interface BalanceReads {
  before: string;
  after: string;
}

/** Returns the balances of a currency before and after; undefined if the answers show no figure. */
export function balancesAround(
  record: RunRecord,
  { before, after }: BalanceReads,
  currency: string,
): { had: Decimal; has: Decimal } | undefined {
  const [had, has] = [before, after].map((id) => balanceIn(record.exchange(id), currency));
  return had && has && { had, has };
}

/** Returns by how much a balance rose between two reads; undefined if the answers show no figure. */
export function riseOf(record: RunRecord, reads: BalanceReads, currency: string): Decimal | undefined {
  const held = balancesAround(record, reads, currency);
  return held?.has.minus(held.had);
}

/** Returns by how much a balance fell between two reads; undefined if the answers show no figure. */
export function dropOf(record: RunRecord, reads: BalanceReads, currency: string): Decimal | undefined {
  const held = balancesAround(record, reads, currency);
  return held?.had.minus(held.has);
}

/**
 * Returns the first read that shows a balance of an account below zero, after an earlier read that showed it at zero or above; undefined if there is no read
 * like this.
 */
export function firstNegativeBalance(
  record: RunRecord,
  { currency, account }: { currency: string; account: string | undefined },
): { read: Exchange; figure: Decimal } | undefined {
  const shown = record
    .of('GET /v1/user/wallet/balances', account)
    .filter(({ class: kind }) => kind === 'accepted')
    .flatMap((read) => {
      const figure = balanceIn(read, currency);
      return figure ? [{ read, figure }] : [];
    });
  const firstValid = shown.findIndex(({ figure }) => figure.gte(0));
  return firstValid < 0 ? undefined : shown.slice(firstValid).find(({ figure }) => figure.lt(0));
}
