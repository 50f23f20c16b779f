import type { Random } from 'fast-check';
import { parseInstant } from '../../schemas/domain/formats.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { decimal } from '../../schemas/json/exact.ts';
import { below, onceIn, pick, some } from '../values/draw/chance.ts';
import type { Encoding, PaymentTexts, SearchQuery } from './searchQuery.ts';

/** The fields of a payment by which a search may be ranged. */
const ranged = ['amount', 'createdAt'] as const;

/** A field with a range. */
export type RangedField = (typeof ranged)[number];

/** The two values of a range, in ascending order. */
export interface DrawnRange {
  field: RangedField;
  low: string;
  high: string;
}

/** A drawn search, without its page. */
export interface DrawnSearch {
  query: SearchQuery;
  ranges: readonly DrawnRange[];
  size: number;
  mayRefuse: boolean;
}

/** What a search is drawn from: payments that the account holds, and what the target was seen to understand. */
export interface SurveyGround {
  payments: readonly PaymentTexts[];
  /** The same payments by their kinds, so that a rare kind is drawn as often as a usual one. */
  kinds: readonly (readonly PaymentTexts[])[];
  /** The ways to write a range of each field that the target understands. */
  encodings: Readonly<Record<RangedField, readonly Encoding[]>>;
  /** The largest page that the target gives. */
  largest: number;
  total: number;
}

/** The filters of a search that are fields of a payment, with the values that interface.md lists. */
const filters: Readonly<Record<string, readonly string[]>> = {
  currency: [],
  orderType: ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'],
  transactionType: ['CREDIT', 'DEBIT'],
  status: paymentLifecycle.states,
  orderId: [],
  clientOrderId: [],
};

/** Returns payments by their kind: status, direction and currency. */
export function kindsOf(payments: readonly PaymentTexts[]): (readonly PaymentTexts[])[] {
  const kinds = new Map<string, PaymentTexts[]>();
  for (const payment of payments) {
    const kind = `${payment['status']} ${payment['orderType']} ${payment['currency']}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), payment]);
  }
  return [...kinds.values()];
}

/** Draws a payment of a drawn kind. */
const anyPayment = (random: Random, { kinds }: SurveyGround): PaymentTexts => pick(random, pick(random, kinds));

/** Returns an id that differs from another one in one character, is cut or longer by one, or is a pattern that matches it. */
function nearMiss(random: Random, id: string): string {
  const at = id.length - 1 - below(random, Math.min(12, Math.max(1, id.length)));
  const changedTo = (other: string) => `${id.slice(0, at)}${other}${id.slice(at + 1)}`;
  const changed = changedTo(id[at] === '0' ? '1' : '0');
  return pick(random, [changed, changedTo('_'), `${id.slice(0, at)}%`, id.slice(0, -1), `${id}0`]);
}

const fractionOf = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/** Returns an amount at, just below or just above another one, with no more decimals than the account shows anywhere: at times without any, as people write it.
 * A pay-out may be ranged by its amount as shown or without its sign; the interface does not say. */
function besideAmount(random: Random, text: string, decimals: number): string {
  const places = pick(random, [fractionOf(text), decimals, 0]);
  const unit = decimal('1').div(decimal('10').pow(places));
  const shown = onceIn(random, 2) ? decimal(text) : decimal(text).abs();
  const moved = shown.plus(unit.times(pick(random, [-1, 0, 1])));
  return (moved.abs().lt(unit) ? moved.abs() : moved).toFixed(places);
}

/** Returns a time at, just before or just after another one, with at most as many fraction digits as the account shows anywhere: at times in tenths, as clients write it that leave zeros out. */
function besideTime(random: Random, text: string, digits: number): string {
  const ns = parseInstant(text)?.epochNs ?? 0n;
  const places = pick(random, [...new Set([fractionOf(text), digits, Math.min(3, digits), Math.min(1, digits), 0])]);
  const unit = 10n ** BigInt(9 - places);
  const moved = ns - (ns % unit) + unit * BigInt(below(random, 7) - 3);
  const seconds = new Date(Number(moved / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  const fraction = String(moved % 1_000_000_000n)
    .padStart(9, '0')
    .slice(0, places);
  return `${seconds}${places > 0 ? `.${fraction}` : ''}Z`;
}

/** Orders two bounds; undefined if they are equal. */
function boundsOf(field: RangedField, one: string, other: string): DrawnRange | undefined {
  const [first, second] =
    field === 'amount'
      ? [decimal(one), decimal(other)]
      : [one, other].map((text) => decimal(String(parseInstant(text)?.epochNs ?? 0n)));
  if (!first || !second || first.eq(second)) return undefined;
  return first.lt(second) ? { field, low: one, high: other } : { field, low: other, high: one };
}

/** Draws a range whose bounds are at or beside the values of two payments, or of one: at times of the payment that the search has its filters from, so that it finds it. */
function drawRange(
  random: Random,
  field: RangedField,
  { ground, model }: { ground: SurveyGround; model: PaymentTexts },
): DrawnRange | undefined {
  const shown = ground.payments.flatMap((payment) => payment[field] ?? []);
  if (shown.length === 0) return undefined;
  const most = Math.min(9, Math.max(...shown.map(fractionOf)));
  const beside = field === 'amount' ? besideAmount : besideTime;
  const [first, second] = [onceIn(random, 2) ? model : anyPayment(random, ground), anyPayment(random, ground)];
  const [low, high] = onceIn(random, 2) ? [first, first] : [first, second];
  const bounds = [low, high].map((payment) => beside(random, payment[field] ?? pick(random, shown), most));
  return boundsOf(field, bounds[0] ?? '', bounds[1] ?? '');
}

/** Draws the values of some filters: mostly those of one payment, so that the search finds something. */
function drawFilters(
  random: Random,
  { ground, model }: { ground: SurveyGround; model: PaymentTexts },
): Record<string, string> {
  const names = some(random, Object.keys(filters), pick(random, [0, 1, 1, 2, 2, 2, 3, 3]));
  const drawn = names.map((name): [string, string] => {
    const own = model[name] ?? '';
    const isId = name === 'orderId' || name === 'clientOrderId';
    if (isId && own !== '' && onceIn(random, 4)) return [name, nearMiss(random, own)];
    const listed = filters[name] ?? [];
    if (listed.length > 0 && onceIn(random, 4)) return [name, pick(random, listed)];
    return [name, onceIn(random, 6) ? (anyPayment(random, ground)[name] ?? own) : own];
  });
  return Object.fromEntries(drawn.filter(([, value]) => value !== ''));
}

/** Orders that the interface does not promise. What the target takes of them must still be in order. */
const otherSorts = [
  ...['amount,asc', 'amount,desc', 'amount,asc', 'amount,desc'],
  ...['status,asc', 'status,desc', 'currency,asc', 'currency,desc', 'orderType,asc', 'orderType,desc'],
  ...['transactionType,asc', 'method,desc', 'id,asc', undefined],
];

/** No page is asked for that holds more payments than this. */
const mostOnPage = 1000;

/** Sizes that programs ask for which want many payments at once. */
const roundSizes = [250, 500, 500];

/** Draws a size above the largest one that reads use. It may be refused or cut; if it is taken, its pages are pages like others. */
function largeSize(random: Random, { largest, total }: SurveyGround): number {
  const within = largest + 1 + below(random, Math.max(1, total - largest));
  const sizes = [
    within,
    within,
    Math.ceil(largest * 1.3),
    2 * largest,
    total - 1,
    total,
    total + 1,
    mostOnPage,
    ...roundSizes,
  ];
  return Math.min(mostOnPage, pick(random, [largest + 1, ...sizes.filter((one) => one > largest)]));
}

/** Draws the size of a page. */
function drawSize(random: Random, ground: SurveyGround): number {
  const { largest, total } = ground;
  if (onceIn(random, 8)) return largeSize(random, ground);
  const sizes = [
    1,
    2,
    3,
    5,
    7,
    10,
    15,
    20,
    25,
    50,
    largest,
    largest - 1,
    total - 1,
    total,
    total + 1,
    1 + below(random, largest),
  ];
  return Math.max(1, Math.min(largest, pick(random, sizes)));
}

/** Draws one search: filters, ranges, an order and a page size. Its values come from payments of the account. */
export function drawSearch(random: Random, ground: SurveyGround): DrawnSearch {
  const size = drawSize(random, ground);
  // Only the whole result of an account has more than one large page.
  const isWhole = size > ground.largest && onceIn(random, 2);
  const model = anyPayment(random, ground);
  const filtered = isWhole ? {} : drawFilters(random, { ground, model });
  const drawn = ranged.flatMap((field) => {
    const understood = ground.encodings[field];
    const isRanged = understood.length > 0 && !isWhole && onceIn(random, 3);
    const range = isRanged ? drawRange(random, field, { ground, model }) : undefined;
    return range ? [{ encoding: pick(random, understood), range }] : [];
  });
  const isOdd = onceIn(random, 4);
  // Without an order, the pages of a result hold each payment once all the same.
  const sort = isOdd ? pick(random, otherSorts) : pick(random, ['createdAt,asc', 'createdAt,desc', undefined]);
  const query = Object.assign(
    { ...filtered, size: String(size), ...(sort !== undefined && { sort }) },
    ...drawn.map(({ encoding, range }) => encoding.query(range.field, range.low, range.high)),
  );
  const isShownSort = sort === undefined || sort.startsWith('createdAt');
  // The interface does not show whether the sign of a pay-out is part of a range.
  const hasSign = drawn.some(({ range }) => range.low.startsWith('-'));
  // A target may read only the fractions that it writes.
  const isShort = drawn.some(({ range }) => /\.\d{1,2}Z/.test(`${range.low} ${range.high}`));
  const mayRefuse = size > ground.largest || !isShownSort || hasSign || isShort;
  return { query, ranges: drawn.map(({ range }) => range), size, mayRefuse };
}

/** Draws how far a page is beyond the end of a result: next to it, or far away. */
const drawBeyond = (random: Random) => 1 + pick(random, [0, 0, below(random, 10), below(random, 100)]);

/** Draws the pages of a result to ask for besides the first one, by their index from 0: its last ones, one in between, or at times one beyond its end. */
export function drawPages(random: Random, total: number, size: number): number[] {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  if (onceIn(random, last < 1 ? 4 : 16)) return [last + drawBeyond(random)];
  if (last < 1) return [];
  return [...new Set([last, 1 + below(random, last), Math.max(1, last - 1)])].slice(0, 2);
}
