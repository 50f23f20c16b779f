import { LosslessNumber } from 'lossless-json';
import { type Exact, type ExactObject, isObject } from '../../schemas/json/exact.ts';
import { derivedUuid } from './derivedUuid.ts';
import type { PagesPlan } from './rules.ts';

/** Returns the id of the nth payment of a list; those that come to its beginning have negative numbers. */
export const listedId = (nth: number): string => `PMT-${derivedUuid(`payment ${nth}`)}`;

const integer = (value: number) => new LosslessNumber(String(value));

const wholeIn = (query: URLSearchParams, name: string, otherwise: number) => {
  const value = Number(query.get(name) ?? otherwise);
  return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
};

/** Returns the numbers of the payments that are in the list when a page is read. */
function numbersFor({ payments, growth }: PagesPlan, page: number): number[] {
  const by = growth && page > 0 ? growth.by : 0;
  const first = growth?.at === 'beginning' ? -by : 0;
  return Array.from({ length: payments + by }, (_, at) => first + at);
}

/**
 * Returns a page of a list of payments in the form of the service's own page. A list that grows has grown for every page after the first, in whatever order they
 * are asked for.
 */
export function pageOf(plan: PagesPlan, request: { target: string; page: ExactObject }): Exact {
  const { page, target } = request;
  const query = new URL(target, 'http://front').searchParams;
  const asked = Math.max(1, wholeIn(query, 'size', plan.size));
  const [number, size] = [wholeIn(query, 'page', 0), Math.min(asked, plan.most ?? asked)];
  const all = numbersFor(plan, number);
  const own = all.slice(number * size, (number + 1) * size);
  const { content } = page;
  const template = Array.isArray(content) && isObject(content[0]) ? content[0] : {};
  const pages = Math.ceil(all.length / size) + (plan.isLastEmpty ? 1 : 0);
  const pageable = isObject(page['pageable']) ? page['pageable'] : {};
  return {
    ...page,
    content: own.map((nth) => ({ ...template, id: listedId(nth), clientOrderId: `listed ${nth}` })),
    number: integer(number),
    size: integer(size),
    numberOfElements: integer(own.length),
    totalElements: integer(all.length),
    totalPages: integer(pages),
    empty: own.length === 0,
    first: number === 0,
    last: number >= pages - 1,
    pageable: { ...pageable, offset: integer(number * size), pageNumber: integer(number), pageSize: integer(size) },
  };
}
