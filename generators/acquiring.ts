import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../schemas/exact.ts';

/** The amounts of one currency that an asset is taken in (§ Deposit options); the rate where it is another's than the asset's own. */
export interface Span {
  asset: string;
  currency: string;
  isOwn: boolean;
  minLimit: Decimal | undefined;
  maxLimit: Decimal | undefined;
  rate: Decimal | undefined;
}

const jsonNumber = (value: Decimal) => new LosslessNumber(value.toFixed());

/** So many times the least one is an amount: enough that its digits are none of the limit's. */
const timesLeast = decimal('12.34');

/** Decimals that a currency can write for sure: cents, none where the least amount is large, of small coins those of the least amount. */
function placesOf({ isOwn, minLimit = decimal('1') }: Span): number {
  if (isOwn && minLimit.lt(1)) return minLimit.decimalPlaces();
  return minLimit.gte(100) ? 0 : 2;
}

function withinMost(amount: Decimal, { maxLimit }: Span, places: number): Decimal {
  return maxLimit?.lt(amount) ? roundTo(maxLimit, places, 'DOWN') : amount;
}

function plain(span: Span): Decimal {
  const places = placesOf(span);
  return withinMost(roundTo((span.minLimit ?? decimal('1')).times(timesLeast), places, 'UP'), span, places);
}

/** An amount well within its limits, in few decimals. */
export function amountWithin(span: Span): LosslessNumber {
  return jsonNumber(plain(span));
}

/** On which side of the middle between two writable figures what an amount converts into lies. */
export const sides = ['below', 'above'] as const;

/** One of `sides`. */
export type Side = (typeof sides)[number];

/** So many amounts are tried: of these the nearest to a middle is taken. */
const mostTried = 400;

const half = decimal('0.5');

/** How far from the middle between two figures of so many decimals an amount ÷ a rate lies, in units; negative below it. */
function offMiddle(amount: Decimal, rate: Decimal, scale: number): Decimal {
  const units = amount.div(rate).times(decimal('10').pow(scale));
  return units.minus(roundTo(units, 0, 'DOWN')).minus(half);
}

/**
 * An amount that ÷ its rate lies just below or just above the middle between two figures of so many decimals, so that the way
 * of rounding shows (REQ-04); the plain amount where the limits hold none.
 */
export function tellingAmount(side: Side, scale: number, span: Span): LosslessNumber {
  const { rate } = span;
  const places = placesOf(span);
  const from = plain(span);
  if (!rate) return jsonNumber(from);
  const unit = decimal('10').pow(-places);
  const amounts = Array.from({ length: mostTried }, (_, index) => from.plus(unit.times(index + 1)));
  const isTelling = ({ off }: { off: Decimal }) => (side === 'below' ? off.lt(0) && off.plus(half).gt(0) : off.gt(0));
  const telling = amounts
    .filter((amount) => !span.maxLimit?.lt(amount))
    .map((amount) => ({ amount, off: offMiddle(amount, rate, scale) }))
    .filter(isTelling);
  const [nearest] = telling.toSorted((one, other) => one.off.abs().comparedTo(other.off.abs()));
  return jsonNumber(nearest?.amount ?? from);
}

const unitOf = (limit: Decimal) => decimal('10').pow(-limit.decimalPlaces());

/** Less than a limit and yet something: by one unit of its last digit, of what is converted by half, for a rate may move meanwhile. */
function below(limit: Decimal, isOwn: boolean): Decimal {
  const less = isOwn ? limit.minus(unitOf(limit)) : roundTo(limit.div(2), 2, 'DOWN');
  return less.gt(0) ? less : limit.div(2);
}

const above = (limit: Decimal, isOwn: boolean) =>
  isOwn ? limit.plus(unitOf(limit)) : roundTo(limit.times(2), 0, 'UP');

/** Amounts outside the limits of a price, by the limit (REQ-08a); one that is not listed has none. */
export function outsideSpan({
  isOwn,
  minLimit,
  maxLimit,
}: Span): Partial<Record<'minLimit' | 'maxLimit', LosslessNumber>> {
  return {
    ...(minLimit && { minLimit: jsonNumber(below(minLimit, isOwn)) }),
    ...(maxLimit && { maxLimit: jsonNumber(above(maxLimit, isOwn)) }),
  };
}

/** The body of a request of a fixed price in all fields but clientOrderId. */
export function requestBody(span: Span, amount = amountWithin(span)): Record<string, unknown> {
  return { amount, amountIn: span.currency, cryptoCurrency: span.asset };
}

/** What a checkout is called, and where its end user returns. */
const texts = { name: 'conformance', returnUrl: 'https://merchant.example.com/return' };

/** The body of a checkout of one type. */
export function checkoutBody(type: string): Record<string, unknown> {
  return { type, ...texts };
}

/** The body of a FIXED_PRICE checkout in all fields but clientOrderId. */
export function fixedCheckout(span: Span, expiresAt: string): Record<string, unknown> {
  const fixedAmount = { amount: amountWithin(span), currency: span.currency };
  return { ...checkoutBody('FIXED_PRICE'), fixedAmount, expiresAt };
}

/** So long after it was made a checkout is to expire, ms. */
const lifeMs = 3_600_000;

/** When a checkout that is made at a time, in ms, is to expire: in whole seconds, or with milliseconds that no target makes up. */
export function expiry(nowMs: number, fraction?: 'milliseconds'): string {
  const wholeMs = Math.ceil((nowMs + lifeMs) / 1000) * 1000;
  const text = new Date(wholeMs).toISOString();
  return fraction ? text.replace('.000Z', '.347Z') : text.replace('.000Z', 'Z');
}

/** Texts that must come back as they were sent: they ride one at a time, so that a refusal tells which is not taken (CHK-04). */
export const ridingTexts = {
  'a name beyond ASCII': { name: 'Zoë Straße Киев 漢字' },
  'a name with signs': { name: `"Tea" & 'milk' \\ 50 % + 1/2; {a}` },
  'a returnUrl with a query': { returnUrl: 'https://merchant.example.com/return?order=1&note=a%20b%2Fc#paid' },
} as const;

/** A clientOrderId that begins with another and has signs in it. */
export const signedId = (id: string): string => `${id} & "a"/b`;

/** Options that no widget has, one more than are allowed, and a price: a body may not set either (CHK-02b). */
export function foreignOptions(currency: string): Record<string, unknown> {
  const amounts = ['7.77', '8.88', '9.99', '11.11'].map((amount) => new LosslessNumber(amount));
  return { fixedAmount: { amount: new LosslessNumber('6.66'), currency }, suggestedAmounts: amounts };
}

/** An asset of the right form that no service has. */
export const unknownAsset = 'NOCHAIN_QQQ';

/** The assets that the text itself shows (§ Crypto acquiring request). */
export const shownAssets = ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT', 'SOLANA_USDT', 'SOLANA_USDC'];
