import { decimalOf } from './body.ts';
import { readInstant } from './clock.ts';
import { isId } from './ids.ts';
import { ORDER_TYPES, STATUSES, TRANSACTION_TYPES } from './payment.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules.ts';

/** The filters that a payment passes by equality. */
const FILTERS = [
  'currency',
  'orderType',
  'transactionType',
  'status',
  'integrationId',
  'methodId',
  'orderId',
  'clientOrderId',
] as const;

/** One filter by equality. */
export type Filter = (typeof FILTERS)[number];

/** The ends of a range, both included; an end that is absent is open. */
export interface Range<Value> {
  readonly from?: Value | undefined;
  readonly to?: Value | undefined;
}

/** A search as it was asked for (§ Payments, search query parameters). */
export interface Search {
  readonly filters: ReadonlyMap<Filter, string>;
  readonly createdAt: Range<bigint>;
  readonly amount: Range<NonNullable<ReturnType<typeof decimalOf>>>;
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | null;
}

const shapes: Partial<Record<Filter, (value: string) => boolean>> = {
  orderType: (value) => ORDER_TYPES.some((known) => known === value),
  transactionType: (value) => TRANSACTION_TYPES.some((known) => known === value),
  status: (value) => STATUSES.some((known) => known === value),
  orderId: (value) => isId(value, 'ORD'),
  methodId: (value) => isId(value, 'PMD'),
};

/** Reads a search query; empty values count as absent, unknown names are not looked at. Throws a Refusal for bad values. */
export function readSearch(query: URLSearchParams, rules: Rules, currencies: readonly string[]): Search {
  const filters = new Map<Filter, string>();
  for (const name of FILTERS) {
    const value = single(query, name);
    if (value === undefined) continue;
    const known = name === 'currency' ? currencies.includes(value) : (shapes[name]?.(value) ?? true);
    if (!known) throw bad(`${name} is not known`);
    filters.set(name, value);
  }
  return {
    filters,
    createdAt: range(query, 'createdAt', readInstant),
    amount: range(query, 'amount', decimalOf),
    page: whole(query, 'page', { otherwise: 0, accepted: rules.pageAccepted }),
    size: whole(query, 'size', { otherwise: rules.defaultSize(), accepted: rules.sizeAccepted }),
    sort: sortOf(query, rules),
  };
}

const bad = (message: string): Refusal => new Refusal('bad_query', message);

const given = (query: URLSearchParams, name: string): string[] => query.getAll(name).filter((value) => value !== '');

function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = given(query, name);
  if (more.length > 0) throw bad(`${name} is given more than once`);
  return value;
}

/** Two values, repeated or joined by a comma, are the ends of a range; one value is its beginning. */
function range<Value>(query: URLSearchParams, name: string, read: (text: string) => Value | undefined): Range<Value> {
  const written = given(query, name).flatMap((value) => value.split(','));
  if (written.length > 2) throw bad(`${name} has more than two values`);
  const [from, to] = written.map((text) => {
    const value = read(text);
    if (value === undefined) throw bad(`${name} has a value that cannot be read`);
    return value;
  });
  return { from, to };
}

function whole(
  query: URLSearchParams,
  name: string,
  { otherwise, accepted }: { otherwise: number; accepted: (value: number) => boolean },
): number {
  const written = single(query, name);
  if (written === undefined) return otherwise;
  const value = Number(written);
  if (!/^-?\d{1,12}$/.test(written) || !accepted(value)) throw bad(`${name} is out of bounds`);
  return value;
}

function sortOf(query: URLSearchParams, rules: Rules): Search['sort'] {
  const written = single(query, 'sort');
  if (written === undefined) return null;
  const [field = '', way = 'asc', ...more] = written.split(',');
  const direction = way.toLowerCase();
  if (more.length > 0 || !rules.sortAccepted(field)) throw bad('sort names no field that sorts');
  if (direction !== 'asc' && direction !== 'desc') throw bad('sort has no direction asc or desc');
  return { field, direction };
}
