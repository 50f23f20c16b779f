import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { letters, page } from '../../tests/support/records/searchRecords.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { isRequestedPage, refusedFirstPage } from './pageNumbers.ts';
import { pageNumbersAgree, searchPagesIn } from './paging.ts';

function ruleCodes(record: RunRecord, rule: typeof pageNumbersAgree): string[] {
  const pages = searchPagesIn(record);
  return pages.flatMap((exchange) => [rule(pages)(exchange) ?? []].flat()).map(({ code }) => code);
}

test.describe('SRC-02 page arithmetic', () => {
  const conforming = [
    page({ query: 'size=2', content: letters('ab'), total: 3, size: 2 }),
    page({ query: 'size=2&page=1', content: letters('c'), total: 3, size: 2, number: 1 }),
  ];

  test('conforming pages add up', async () => {
    expect(ruleCodes(await recordOfExchanges(...conforming), pageNumbersAgree)).toEqual([]);
  });

  test('pages that start at 1 add up, and page 0 of them is not judged', async () => {
    const at = (number: number, text: string, query = `size=2&page=${number}`) =>
      page({
        query,
        content: letters(text),
        total: 3,
        size: 2,
        number,
        more: { first: number <= 1, last: number === 2, pageable: { pageNumber: 1, pageSize: 2, offset: 2 } },
      });
    expect(
      ruleCodes(await recordOfExchanges(at(1, 'ab', 'size=2'), at(1, 'ab'), at(2, 'c'), at(0, 'ab')), pageNumbersAgree),
    ).toEqual([]);
  });

  test('either numbering may hold if no page shows which is the first', async () => {
    const second = (first: boolean) =>
      page({ query: 'size=2&page=1', content: letters('c'), total: 3, size: 2, number: 1, more: { first } });
    expect(ruleCodes(await recordOfExchanges(second(false)), pageNumbersAgree)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(second(true)), pageNumbersAgree)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(conforming[0] as SampleExchange, second(true)), pageNumbersAgree)).toEqual(
      ['page'],
    );
  });

  for (const [why, more] of Object.entries({
    numberOfElements: { numberOfElements: 3 },
    totalPages: { totalPages: 1 },
    first: { first: false },
    last: { last: true },
    empty: { empty: true },
    offset: { pageable: { pageNumber: 0, pageSize: 2, offset: 1 } },
  }))
    test(`${why} that does not fit is a fault`, async () => {
      const odd = page({ query: 'size=2', content: letters('ab'), total: 3, size: 2, more });
      expect(ruleCodes(await recordOfExchanges(odd), pageNumbersAgree)).toContain('page');
    });

  test('a result without payments may have one empty page, or none', async () => {
    const empty = (totalPages: number) => page({ query: 'size=2', content: [], size: 2, more: { totalPages } });
    expect(ruleCodes(await recordOfExchanges(empty(0)), pageNumbersAgree)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(empty(1)), pageNumbersAgree)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(empty(2)), pageNumbersAgree)).toContain('page');
  });

  test('a total is a fault if two last pages contradict it, not if one does', async () => {
    const odd = (query: string) => page({ query, content: letters('c'), total: 4, size: 2, number: 1 });
    expect(
      ruleCodes(
        await recordOfExchanges(conforming[0] as SampleExchange, odd('size=2&page=1'), odd('page=1&size=2')),
        pageNumbersAgree,
      ),
    ).toEqual(['page', 'page']);
    expect(
      ruleCodes(await recordOfExchanges(conforming[0] as SampleExchange, odd('size=2&page=1')), pageNumbersAgree),
    ).toEqual([]);
  });
});

test('SRC-02 a page before the end that is not full contradicts the total, whatever the pages of another sort say', async () => {
  const short = (content: string, query: string) =>
    page({ query, content: letters(content), total: 6, size: 2, number: 1 });
  const sorted = page({ query: 'sort=amount,asc', content: letters('ab'), total: 6, size: 4, number: 1 });
  const codesOf = async (...some: readonly SampleExchange[]) =>
    ruleCodes(
      await recordOfExchanges(page({ query: 'size=2', content: letters('ab'), total: 6, size: 2 }), ...some),
      pageNumbersAgree,
    );
  expect(await codesOf(short('c', 'size=2&page=1'), short('', 'page=1&size=2'), sorted)).toEqual(['page', 'page']);
  expect(await codesOf(short('cd', 'size=2&page=1'), short('cd', 'page=1&size=2'), sorted)).toEqual([]);
});

test.describe('SRC-09 the requested page', () => {
  test('numbers from 1 may be an index from 0, on every page', async () => {
    const pages = [1, 2, 3].map((asked) =>
      page({ query: `page=${asked}`, content: letters('a'), total: 90, number: asked - 1 }),
    );
    expect(ruleCodes(await recordOfExchanges(...pages), isRequestedPage)).toEqual([]);
    const [, second] = pages;
    const odd = page({ query: 'page=3', content: letters('a'), total: 90, number: 0 });
    expect(ruleCodes(await recordOfExchanges(second as SampleExchange, odd), isRequestedPage)).not.toEqual([]);
  });

  const asked = (number: number, says: number) =>
    page({ query: `page=${number}`, content: letters('a'), total: 90, number: says });

  test('page 0 may be refused only where page 1 is the first one', async () => {
    const at = (number: number | undefined, text: string, total = 90) => {
      const query = `size=1${number === undefined ? '' : `&page=${number}`}`;
      return page({ query, content: letters(text), total });
    };
    const refusal = (number: number, status = 400): SampleExchange => ({ ...at(number, ''), status, answer: {} });
    const refused = async (...tale: SampleExchange[]) =>
      refusedFirstPage(await recordOfExchanges(...tale)).map(({ code }) => code);
    expect(await refused(at(undefined, 'a'), refusal(0), at(1, 'b'))).toEqual(['page']);
    expect(await refused(at(undefined, 'a'), refusal(0), at(1, 'a'))).toEqual([]);
    // A payment came between the two reads, so that page 1 may be the first page with it.
    expect(await refused(at(undefined, 'a'), refusal(0), at(1, 'b', 91))).toEqual([]);
    expect(await refused(at(undefined, 'a'), refusal(0, 401), at(1, 'b'))).toEqual([]);
    expect(await refused(at(undefined, 'a'), at(0, 'a'), at(1, 'b'))).toEqual([]);
  });

  test('the last page may be shown for a page beyond the end', async () => {
    const at = (number: number, says: number) =>
      page({ query: `page=${number}`, content: letters('a'), total: 30, number: says });
    expect(ruleCodes(await recordOfExchanges(at(1, 1), at(2, 2), at(3, 2), at(9, 2)), isRequestedPage)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(at(0, 0), at(1, 1), at(2, 1)), isRequestedPage)).toEqual(['page']);
  });

  test('one page proves nothing: its number may be counted from 0 or 1', async () => {
    expect(ruleCodes(await recordOfExchanges(asked(1, 0)), isRequestedPage)).toEqual([]);
    expect(ruleCodes(await recordOfExchanges(asked(1, 2)), isRequestedPage)).toEqual(['noEvidence']);
    expect(ruleCodes(await recordOfExchanges(asked(0, 1), asked(1, 1)), isRequestedPage)).toEqual([]);
  });

  test('a number that fits no numbering is reported with a page that shows the numbering', async () => {
    const record = await recordOfExchanges(asked(0, 0), asked(1, 1), asked(2, 1));
    const pages = searchPagesIn(record);
    const faults = pages.flatMap((one) => [isRequestedPage(pages)(one) ?? []].flat());
    expect(faults.map(({ code, exchanges }) => [code, exchanges])).toEqual([['page', ['p0-2', 'p0-3']]]);
    expect(ruleCodes(await recordOfExchanges(asked(1, 2), asked(2, 3)), isRequestedPage)).toEqual(['page', 'page']);
  });

  test('more payments than requested are a fault, fewer are a limit of the target', async () => {
    expect(
      ruleCodes(await recordOfExchanges(page({ query: 'size=1', content: letters('ab') })), isRequestedPage),
    ).toEqual(['page']);
    expect(
      ruleCodes(await recordOfExchanges(page({ query: 'size=5', content: letters('ab'), size: 2 })), isRequestedPage),
    ).toEqual([]);
  });
});
