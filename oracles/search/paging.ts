import { isObject } from '../../schemas/json/exact.ts';
import type { Contract } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { inBothPages, integerIn, isLastPage, type Page, pageOf, paymentIdOf, queryOf } from '../answers/searchPage.ts';
import { hasShape, type Rule } from '../core/contractShape.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { paymentsLookedAt } from './looked.ts';

/** True for a number that a valid request may have. Answers to other numbers are not checked. */
const isValid = (text: string | null, least: number) =>
  text === null || (/^\d{1,6}$/.test(text) && Number(text) >= least);

/** Returns the accepted answers of search to valid queries. */
export function searchPagesIn({ exchanges }: Pick<RunRecord, 'exchanges'>): Exchange[] {
  return exchanges.filter((exchange) => {
    const { class: kind, line } = exchange;
    if (kind !== 'accepted' || line.operation !== 'GET /v2/user/payments/search') return false;
    const asked = queryOf(exchange);
    return isValid(asked.get('page'), 0) && isValid(asked.get('size'), 1);
  });
}

/** A page has the listed fields, each of its type (SRC-01). PAY-01 judges the payments in it. */
export function hasPageShape(contract: Contract): Rule<Exchange> {
  const shape = hasShape(contract, 'Page');
  return (exchange) => {
    const where = exchange.line.operation ?? '';
    if (!isObject(exchange.json))
      return { code: 'page', where, wanted: 'an object', seen: exchange.seen, exchanges: [exchange.id] };
    const { content, ...rest } = exchange.json;
    const value = { ...rest, ...(content !== undefined && { content: Array.isArray(content) ? [] : content }) };
    return shape({ exchange, where, value });
  };
}

const numberOf = (exchange: Exchange) => integerIn({ exchange }, 'number');

/** The possible numbers of the first page, and the answer that is the evidence. The interface does not show whether the first page is 0 or 1 (§ Payments). */
interface Firsts {
  possible: readonly number[];
  told?: Exchange;
}

/** Returns the possible numbers of the first page: the number that a page requested without a number shows, else 0 if some page shows 0, else both 0 and 1. */
function firstsOf(pages: readonly Exchange[]): Firsts {
  const least = (some: readonly Exchange[]) =>
    some.filter((one) => numberOf(one) !== undefined).toSorted((a, b) => Number(numberOf(a)) - Number(numberOf(b)))[0];
  const unnumbered = least(pages.filter((exchange) => !queryOf(exchange).has('page')));
  const zero = pages.find((exchange) => numberOf(exchange) === 0);
  const teller = unnumbered ?? zero;
  return teller ? { possible: [numberOf(teller) ?? 0], told: teller } : { possible: [0, 1] };
}

type Equation = readonly [name: string, wanted: number | boolean | undefined, seen: number | boolean | undefined];

/** Returns the relations between the fields of one page. A value is undefined if the page lacks a field for it. */
function equationsOf(exchange: Exchange, first: number): Equation[] {
  const count = (path: string) => integerIn({ exchange }, path);
  const flag = (name: string) => {
    const value = field(exchange.json, name);
    return typeof value === 'boolean' ? value : undefined;
  };
  const content = field(exchange.json, 'content');
  const length = Array.isArray(content) ? content.length : undefined;
  const [size, total, pages, number] = [
    count('size'),
    count('totalElements'),
    count('totalPages'),
    count('number') ?? Number.NaN,
  ];
  const [pageNumber, pageSize] = [count('pageable/pageNumber'), count('pageable/pageSize')];
  const after = number - first + 1;
  const counted = size && total !== undefined ? Math.ceil(total / size) : undefined;
  const product = pageNumber === undefined || pageSize === undefined ? undefined : pageNumber * pageSize;
  return [
    ['numberOfElements, the length of content', length, count('numberOfElements')],
    [
      'totalPages, from totalElements and size',
      // Whether nothing is one empty page or none is not shown.
      total === 0 && pages === 1 ? undefined : counted,
      pages,
    ],
    ['empty', length === undefined ? undefined : length === 0, flag('empty')],
    ['first', Number.isNaN(after) ? undefined : after === 1, flag('first')],
    // The interface does not define `last` beyond the end.
    ['last', pages === undefined || !(after <= pages) ? undefined : after === pages, flag('last')],
    ['pageable.offset, pageNumber times pageSize', product, count('pageable/offset')],
    [
      'numberOfElements, at most size',
      length === undefined || size === undefined ? undefined : true,
      isWithin(length, size),
    ],
  ];
}

const isWithin = (length: number | undefined, size: number | undefined) =>
  length === undefined || size === undefined ? undefined : length <= size;

/**
 * Calculates the total number of payments from a page that is not full, which is the last one: the payments on all earlier pages plus its own. Undefined for
 * another page, and beyond the end.
 */
function totalByLast(exchange: Exchange, first: number): number | undefined {
  const page = pageOf(exchange);
  const [size, pages, number] = ['size', 'totalPages', 'number'].map((path) => integerIn({ exchange }, path));
  const isWithinEnd = pages !== undefined && number !== undefined && number - first + 1 <= pages;
  return page && size && isWithinEnd && isLastPage(page) ? (number - first) * size + page.items.length : undefined;
}

/** A payment may have arrived during a single read, so a total is wrong only if all last pages of a kind say so, or this many and half of them. */
const surelyWrong = 3;

/** Returns the last pages with a wrong total. They are of a kind if all or none are first pages, and the same sort was requested. */
function wrongTotals(pages: readonly Exchange[], first: number): ReadonlySet<Exchange> {
  const lasts = pages.filter((exchange) => totalByLast(exchange, first) !== undefined);
  const kinds = grouped(lasts, (one) => `${numberOf(one) === first} ${queryOf(one).get('sort')}`);
  return new Set(
    [...kinds.values()].flatMap((some) => {
      const wrong = some.filter(
        (exchange) => totalByLast(exchange, first) !== integerIn({ exchange }, 'totalElements'),
      );
      const isSure = wrong.length >= surelyWrong && 2 * wrong.length >= some.length;
      return wrong.length > 1 && (isSure || wrong.length === some.length) ? wrong : [];
    }),
  );
}

/** Returns the relations that a page violates if the first page has this number. If pages start at 1, page 0 is not judged. */
function unfitting(exchange: Exchange, first: number, wrong: ReadonlySet<Exchange>): Equation[] {
  if ((numberOf(exchange) ?? first) < first) return [];
  const total: Equation = [
    'totalElements, the number of payments up to the last page',
    wrong.has(exchange) ? totalByLast(exchange, first) : undefined,
    integerIn({ exchange }, 'totalElements'),
  ];
  return [...equationsOf(exchange, first), total].filter(
    ([, wanted, seen]) => wanted !== undefined && seen !== undefined && wanted !== seen,
  );
}

/** The flags that depend on the number of the first page. */
const placed: ReadonlySet<string> = new Set(['first', 'last']);

/** The numbers and flags of each page agree (SRC-02). A violation must occur for every possible number of the first page. */
export function pageNumbersAgree(pages: readonly Exchange[]): Rule<Exchange> {
  const { possible, told: evidence } = firstsOf(pages);
  const wrong = wrongTotals(pages, Math.min(...possible));
  return (exchange) => {
    const [least = [], ...others] = possible.map((first) => unfitting(exchange, first, wrong));
    return least
      .filter(([name]) => others.every((other) => other.some(([same]) => same === name)))
      .map(([name, wanted, seen]) => ({
        code: 'page',
        where: exchange.request,
        wanted: `${name}: ${wanted}`,
        seen: String(seen),
        exchanges: [...new Set([...(evidence && placed.has(name) ? [evidence.id] : []), exchange.id])],
      }));
  };
}

/**
 * One try: a page of the newest payments before, several walks through the same result, each with another page size, and the page of the newest payments again.
 */
export interface WalkRound {
  before: string;
  walks: readonly (readonly string[])[];
  after: string;
}

function pagesOf(record: RunRecord, ids: readonly string[]): Page[] {
  return ids.flatMap((id) => pageOf(record.exchange(id)) ?? []);
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(paymentIdOf));

/** True if no payment came or went between two pages. Otherwise a walk may show a payment twice because a new payment moved it to the next page. */
export function isUnchangedBetween(before: Page | undefined, after: Page | undefined): boolean {
  if (!before || !after) return false;
  const total = (page: Page) => integerIn(page, 'totalElements');
  return total(before) === total(after) && idsOf([before]).join() === idsOf([after]).join();
}

const endsWithin = (pages: readonly Page[]) => pages.at(-1) !== undefined && isLastPage(pages.at(-1) as Page);

/** Reports faults of one walk while no payment came or went. */
function quietFaults(pages: readonly Page[]): Fault[] {
  const ids = idsOf(pages);
  const where = `the pages of ${pages[0]?.exchange.request ?? 'search'}`;
  const exchanges = pages.map(({ exchange }) => exchange.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const doubled = [...new Set(twice)].map((payment): Fault => ({ code: 'doubled', payment, where, exchanges }));
  if (!endsWithin(pages) || doubled.length > 0) return doubled;
  return pages
    .filter((page) => (integerIn(page, 'totalElements') ?? ids.length) !== ids.length)
    .map((page) => ({
      code: 'page',
      where: page.exchange.request,
      wanted: `totalElements ${ids.length}, the number of payments on all pages`,
      seen: String(integerIn(page, 'totalElements')),
      exchanges: [page.exchange.id],
    }));
}

/** Reports payments that one complete walk shows and another does not. */
function unlike(walks: readonly (readonly Page[])[]): Fault[] {
  const complete = walks.filter(endsWithin);
  const all = new Set(complete.flatMap(idsOf));
  return complete.flatMap((pages) => {
    const ids = new Set(idsOf(pages));
    const where = `the pages of ${pages[0]?.exchange.request ?? 'search'}`;
    const exchanges = pages.map(({ exchange }) => exchange.id);
    return [...all]
      .filter((id) => !ids.has(id))
      .map((payment): Fault => ({ code: 'missed', payment, where, exchanges }));
  });
}

/** A walk through the pages shows each payment once, and as many payments as totalElements says, at any page size (SRC-03). */
export function visitsEachOnce(record: RunRecord, { rounds }: { rounds: readonly WalkRound[] }): OracleResult {
  const last = rounds.at(-1);
  const [before, after] = [last?.before, last?.after].map((id) =>
    id === undefined ? undefined : pageOf(record.exchange(id)),
  );
  const walks = (last?.walks ?? []).map((ids) => pagesOf(record, ids)).filter((pages) => pages.length > 0);
  const exchanges = [last?.before, ...(last?.walks ?? []).flat(), last?.after].filter((id) => id !== undefined);
  const known = before && after ? inBothPages(before, after).map((one) => paymentIdOf(one.before)) : [];
  if (known.length < 2 || walks.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'two payments in the pages of search', exchanges });
  const missed = walks.filter(endsWithin).flatMap((pages) => {
    const ids = new Set(idsOf(pages));
    const where = `the pages of ${pages[0]?.exchange.request ?? 'search'}`;
    return known
      .filter((id) => !ids.has(id))
      .map(
        (payment): Fault => ({ code: 'missed', payment, where, exchanges: pages.map(({ exchange }) => exchange.id) }),
      );
  });
  const quiet = isUnchangedBetween(before, after) ? [...walks.flatMap(quietFaults), ...unlike(walks)] : [];
  const at = Math.max(...walks.map((pages) => new Set(idsOf(pages)).size));
  return paymentsLookedAt(toResult(exchanges, [...missed, ...quiet]), walks[0]?.[0], {
    at,
    why: 'a walk ends after some pages',
  });
}
