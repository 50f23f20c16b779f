import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import type { CheckoutBody } from '../../schemas/requestTypes.ts';
import { amountWithin, jsonNumber } from '../amounts/prices.ts';

/** The name of a checkout, and the address to which its end user returns. */
export const checkoutTexts = { name: 'conformance', returnUrl: 'https://merchant.example.com/return' };

/** Builds the body of a checkout of one type with what every checkout needs, the given fields, and no others. */
export function bareCheckout(type: string, fields: Partial<CheckoutBody> = {}): CheckoutBody {
  return { type, ...fields };
}

/** Builds the body of a checkout of one type with every field that suits each type, except clientOrderId. */
export function checkoutBody(type: string, fields: Partial<CheckoutBody> = {}): CheckoutBody {
  return bareCheckout(type, { ...checkoutTexts, ...fields });
}

/** Builds the body of a FIXED_PRICE checkout with every field except clientOrderId. */
export function fixedCheckout(price: Price, expiresAt: string): CheckoutBody {
  const fixedAmount = { amount: jsonNumber(amountWithin(price)), currency: price.currency };
  return checkoutBody('FIXED_PRICE', { fixedAmount, expiresAt });
}

/**
 * Returns the expiry of a checkout that is created at `nowMs` and lives for `minutes`. The expiry is in whole seconds, or has milliseconds that a target would
 * not produce on its own.
 */
export function expiry(nowMs: number, minutes: number, fraction?: 'milliseconds'): string {
  // The expiry is never after the requested end, since that end may be the longest lifetime that a target accepts.
  const wholeMs = Math.floor((nowMs + minutes * 60_000) / 1000) * 1000 - (fraction ? 1000 : 0);
  const text = new Date(wholeMs).toISOString();
  return fraction ? text.replace('.000Z', '.347Z') : text.replace('.000Z', 'Z');
}

/** Texts that must come back exactly as sent. Each is sent on its own, so that a refusal shows which one is not accepted (CHK-04). */
export const echoTexts = {
  'a name beyond ASCII': { name: 'Zoë Straße Киев 漢字' },
  'a name with signs': { name: `"Tea" & 'milk' \\ 50 % + 1/2; {a}` },
  'a returnUrl with a query': { returnUrl: 'https://merchant.example.com/return?order=1&note=a%20b%2Fc#paid' },
} as const;

/** A clientOrderId that begins with another one and continues with punctuation. */
export const idWithPunctuation = (id: string): string => `${id} & "a"/b`;

/** Returns a price, and suggested amounts that the widget does not have (one more than allowed). A body may set neither the price nor the amounts (CHK-02b). */
export function unknownOptions(currency: string): Record<string, unknown> {
  const amounts = ['7.77', '8.88', '9.99', '11.11'].map((amount) => new LosslessNumber(amount));
  return { fixedAmount: { amount: new LosslessNumber('6.66'), currency }, suggestedAmounts: amounts };
}
