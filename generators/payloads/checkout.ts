import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { amountWithin, jsonNumber } from '../amounts/prices.ts';

/** What a checkout is called, and where its end user returns. */
const texts = { name: 'conformance', returnUrl: 'https://merchant.example.com/return' };

/** The body of a checkout of one type. */
export function checkoutBody(type: string): Record<string, unknown> {
  return { type, ...texts };
}

/** The body of a FIXED_PRICE checkout in all fields but clientOrderId. */
export function fixedCheckout(price: Price, expiresAt: string): Record<string, unknown> {
  const fixedAmount = { amount: jsonNumber(amountWithin(price)), currency: price.currency };
  return { ...checkoutBody('FIXED_PRICE'), fixedAmount, expiresAt };
}

/** When a checkout that is made at a time, in ms, and lives so many minutes is to expire: in whole seconds, or with milliseconds that no target makes up. */
export function expiry(nowMs: number, minutes: number, fraction?: 'milliseconds'): string {
  // In a second that has begun by then: it may be the longest that a target takes.
  const wholeMs = Math.floor((nowMs + minutes * 60_000) / 1000) * 1000 - (fraction ? 1000 : 0);
  const text = new Date(wholeMs).toISOString();
  return fraction ? text.replace('.000Z', '.347Z') : text.replace('.000Z', 'Z');
}

/** Texts that must come back as they were sent: they ride one at a time, so that a refusal tells which is not taken (CHK-04). */
export const echoTexts = {
  'a name beyond ASCII': { name: 'Zoë Straße Киев 漢字' },
  'a name with signs': { name: `"Tea" & 'milk' \\ 50 % + 1/2; {a}` },
  'a returnUrl with a query': { returnUrl: 'https://merchant.example.com/return?order=1&note=a%20b%2Fc#paid' },
} as const;

/** A clientOrderId that begins with another and has signs in it. */
export const idWithPunctuation = (id: string): string => `${id} & "a"/b`;

/** Options that no widget has, one more than are allowed, and a price: a body may not set either (CHK-02b). */
export function unknownOptions(currency: string): Record<string, unknown> {
  const amounts = ['7.77', '8.88', '9.99', '11.11'].map((amount) => new LosslessNumber(amount));
  return { fixedAmount: { amount: new LosslessNumber('6.66'), currency }, suggestedAmounts: amounts };
}
