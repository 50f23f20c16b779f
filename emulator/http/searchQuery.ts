import { readInstant } from '../domain/clock.ts';
import { isId } from '../domain/ids.ts';
import { ORDER_TYPES, STATUSES, TRANSACTION_TYPES } from '../domain/payment.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rules } from '../rules/index.ts';
import type { ValueRange } from '../rules/payments/search.ts';
import { decimalOf } from './bodyFields.ts';

/** The parameters that filter payments by equality. */
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

/** The name of one equality filter. */
export type Filter = (typeof FILTERS)[number];

/** A parsed search query (§ Payments, search query parameters). */
export interface Search {
  readonly filters: ReadonlyMap<Filter, string>;
  readonly createdAt: ValueRange<bigint>;
  readonly amount: ValueRange<NonNullable<ReturnType<typeof decimalOf>>>;
  /** The requested page number; null for the first page. */
  readonly page: number | null;
  readonly size: number;
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | null;
}

const formats: Partial<Record<Filter, (value: string) => boolean>> = {
  orderType: (value) => ORDER_TYPES.some((known) => known === value),
  transactionType: (value) => TRANSACTION_TYPES.some((known) => known === value),
  status: (value) => STATUSES.some((known) => known === value),
  orderId: (value) => isId(value, 'ORD'),
  methodId: (value) => isId(value, 'PMD'),
};

/** Reads a search query; empty values count as absent, unknown names are ignored. Throws a Refusal for invalid values. */
export function readSearch(query: URLSearchParams, rules: Rules, currencies: readonly string[]): Search {
  const filters = new Map<Filter, string>();
  for (const name of FILTERS) {
    const value = single(query, name);
    if (value === undefined) continue;
    const known = name === 'currency' ? currencies.includes(value) : (formats[name]?.(value) ?? true);
    if (!known) throw bad(`${name} is not known`);
    filters.set(name, value);
  }
  return {
    filters,
    createdAt: range(query, 'createdAt', { read: readInstant, rules }),
    amount: range(query, 'amount', { read: decimalOf, rules }),
    page: wholeNumber(query, 'page', { accepted: rules.pageAccepted, rules }),
    size: rules.sizeGiven(wholeNumber(query, 'size', { accepted: rules.sizeAccepted, rules }) ?? rules.defaultSize()),
    sort: sortOf(query, rules),
  };
}

const bad = (message: string, code: 'bad_query' | 'bad_sort' = 'bad_query'): Refusal => new Refusal(code, message);

const given = (query: URLSearchParams, name: string): string[] => query.getAll(name).filter((value) => value !== '');

function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = given(query, name);
  if (more.length > 0) throw bad(`${name} is given more than once`);
  return value;
}

/** Reads one or two values as the ends of a range. */
function range<Value>(
  query: URLSearchParams,
  name: string,
  { read, rules }: { read: (text: string) => Value | undefined; rules: Rules },
): ValueRange<Value> {
  const written = rules.rangeValues(given(query, name));
  if (written.length > 2) throw bad(`${name} has more than two values`);
  const [first, second] = written.map((text) => {
    const value = read(text);
    if (value === undefined) throw bad(`${name} has a value that cannot be read`);
    return value;
  });
  return rules.rangeEnds(first, second);
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  { accepted, rules }: { accepted: (value: number) => boolean; rules: Rules },
): number | null {
  const written = single(query, name);
  if (written === undefined) return null;
  const value = Number(written);
  if (/^-?\d{1,12}$/.test(written) && accepted(value)) return value;
  if (!rules.badPageRefused()) return null;
  throw bad(`${name} is out of bounds`);
}

/** The requested sort; null if there is none, or if a rule ignores an unknown sort field. */
function sortOf(query: URLSearchParams, rules: Rules): Search['sort'] {
  const written = single(query, 'sort');
  if (written === undefined) return null;
  const [field = '', way = 'asc', ...more] = written.split(',');
  const direction = way.toLowerCase();
  if (more.length > 0 || !rules.sortAccepted(field)) {
    if (!rules.badPageRefused()) return null;
    throw bad('sort names no field that sorts', 'bad_sort');
  }
  if (direction !== 'asc' && direction !== 'desc') throw bad('sort has no direction asc or desc', 'bad_sort');
  return { field, direction };
}
