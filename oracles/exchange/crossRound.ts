import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { changedPayments, pageOf } from '../answers/searchPage.ts';

/** One set of reads: the newest payments in two currencies, the newest exchange orders, the balances, and the rates. */
interface Looks {
  wanted: string;
  from: string;
  orders: string;
  balances: string;
  rates: string;
}

/** A pay-out above the balance of its currency, between two sets of reads. */
export interface CrossRound {
  before: Looks;
  created: string;
  after: Looks;
}

/** Returns a test for the payment that an order made. */
export const isOf = (created: Exchange) => (payment: ExactObject) =>
  textField(payment, 'clientOrderId') === created.line.request.clientOrderId;

/** The payments that a page of search shows. */
export const itemsOf = (record: RunRecord, id: string) => pageOf(record.exchange(id))?.items ?? [];

/** Returns the payments that appeared or changed between the two looks of a round. */
export const movedIn = (
  record: RunRecord,
  { before, after }: CrossRound,
  name: 'wanted' | 'from' | 'orders',
): ExactObject[] => changedPayments(itemsOf(record, before[name]), itemsOf(record, after[name]));

/** Returns the ids of all exchanges of a round. */
export const exchangeIdsOfCross = ({ before, created, after }: CrossRound): string[] => [
  ...Object.values(before as object as Record<string, string>),
  created,
  ...Object.values(after as object as Record<string, string>),
];
