import type { Json, JsonObject } from './json.ts';
import { badRequest } from './problem.ts';

/** Which page of a list is asked for; pages are counted from 0. */
export interface PageRequest {
  page: number;
  size: number;
}

const DEFAULT_SIZE = 25;
const LARGEST_SIZE = 200;

/** Reads the page and size parameters; a size above the largest is cut down to it. */
export function readPage(page: string | undefined, size: string | undefined): PageRequest {
  const wanted = wholeNumber(size, 'size', DEFAULT_SIZE);
  if (wanted === 0) throw badRequest('size must be at least 1', 'size');
  return { page: wholeNumber(page, 'page', 0), size: Math.min(wanted, LARGEST_SIZE) };
}

function wholeNumber(text: string | undefined, name: string, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${name} must be a whole number`, name);
  return Number(text);
}

/** A list that is told page by page, and whether its order was asked for. */
export interface Listing<T> {
  items: T[];
  sorted: boolean;
}

/** Cuts one page out of a list and describes it. */
export function pageView<T>(
  { items, sorted }: Listing<T>,
  { page, size }: PageRequest,
  show: (item: T) => Json,
): JsonObject {
  const offset = page * size;
  const content = items.slice(offset, offset + size).map(show);
  const totalPages = Math.ceil(items.length / size);
  const sort = { sorted, unsorted: !sorted, empty: !sorted };
  return {
    totalElements: items.length,
    totalPages,
    number: page,
    size,
    numberOfElements: content.length,
    first: page === 0,
    last: page + 1 >= totalPages,
    empty: content.length === 0,
    sort,
    pageable: { pageNumber: page, pageSize: size, offset, paged: true, unpaged: false, sort },
    content,
  };
}
