import { expect, test } from '@playwright/test';
import { exchangeOf } from '../../tests/support/records/records.ts';
import { repeatsItself } from './pageable.ts';

const pageOf = (fields: Record<string, unknown> = {}, pageable: Record<string, unknown> = {}) =>
  exchangeOf({
    operation: 'GET /v2/user/payments/search',
    answer: {
      ...{ content: [{}], number: 1, size: 20, sort: { empty: false, sorted: true, unsorted: false } },
      pageable: {
        ...{ offset: 20, pageNumber: 1, pageSize: 20, paged: true, unpaged: false },
        ...{ sort: { empty: false, sorted: true, unsorted: false }, ...pageable },
      },
      ...fields,
    },
  });

const usual = [pageOf(), pageOf()];
const codes = (fields?: Record<string, unknown>, pageable?: Record<string, unknown>) => {
  const page = pageOf(fields, pageable);
  return [repeatsItself([...usual, page])(page) ?? []].flat().map(({ code }) => code);
};

test('a page and its pageable say the same', () => {
  expect(codes()).toEqual([]);
  expect(codes({ sort: undefined, size: undefined, number: undefined })).toEqual([]);
  expect(codes({}, { sort: undefined, pageNumber: undefined, paged: undefined })).toEqual([]);
});

test('flags that contradict each other fail', () => {
  expect(codes({}, { unpaged: true })).toEqual(['page']);
  expect(codes({}, { paged: false })).toEqual(['page']);
  expect(codes({ sort: { unsorted: true, sorted: true } }, { sort: undefined })).toEqual(['page']);
});

test('another size, another step of the number and another sort warn', () => {
  expect(codes({}, { pageSize: 21 })).toEqual(['oddPage']);
  expect(codes({}, { pageNumber: 2 })).toEqual(['oddPage']);
  expect(codes({ sort: { sorted: false, unsorted: true } })).toEqual(['oddPage', 'oddPage']);
});

test('a pageable may count from another number, on each page', () => {
  const page = pageOf({}, { pageNumber: 0 });
  expect(repeatsItself([page, page])(page)).toEqual([]);
});

test('page 0 of a target that counts pages from 1 has no number that would fit', () => {
  const first = pageOf({}, { pageNumber: 0 });
  const zeroth = pageOf({ number: 0 }, { pageNumber: 0 });
  expect(repeatsItself([first, first, zeroth])(zeroth)).toEqual([]);
  const second = pageOf({ number: 2 }, { pageNumber: 2 });
  expect(repeatsItself([first, first, second])(second)).toMatchObject([{ code: 'oddPage' }]);
});
