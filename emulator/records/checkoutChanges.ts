import type { Checkout } from '../domain/acquiring.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { WatchedCheckout } from '../domain/pages.ts';
import type { Instance } from '../instance/instance.ts';
import { storeBounded } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { checkoutRecord } from './checkoutRecord.ts';

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
}

/** A checkout changes its status a few times; a service with a fault may change it for ever. */
const MAX_CHANGES = 50;

/** Returns the changes of a checkout, and stores those to come. Nothing is stored of a checkout that nobody opens. */
export function watchedCheckout({ pages }: Instance, id: string): WatchedCheckout {
  const known = pages.watched.get(id) ?? { dropped: 0, changes: [], told: 0 };
  storeBounded(pages.watched, id, known);
  return known;
}

/** Stores the record of an opened checkout after a change of its status. */
export function noteCheckoutChange({ instance, rules }: Parties, id: string, from: string): void {
  const watched = instance.pages.watched.get(id);
  const checkout = instance.checkouts.get(id);
  if (watched === undefined || checkout === undefined || checkout.status === from) return;
  watched.changes.push(checkoutForPayer({ instance, rules }, checkout));
  if (watched.changes.length > MAX_CHANGES) {
    watched.changes.shift();
    watched.dropped += 1;
  }
}

/** The record of a checkout without what only the merchant may know: its balance and its account. */
export function checkoutForPayer({ instance, rules }: Parties, checkout: Checkout): JsonRecord {
  const record = checkoutRecord(checkout, instance, rules);
  return rules.recordForPayer(record, withoutMerchant(record), checkout);
}

function withoutMerchant(record: JsonRecord): JsonRecord {
  const request = objectIn(record, 'request');
  const payment = request && objectIn(request, 'payment');
  if (!request || !payment) return record;
  return {
    ...record,
    request: { ...request, payment: { ...payment, balanceAfterPayment: null, transferTo: null } },
  };
}

const objectIn = (record: JsonRecord, field: string): JsonRecord | null => {
  const value = record[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;
};
