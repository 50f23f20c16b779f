import { constantFrom, integer } from 'fast-check';
import { requiredBody } from '../generators/payloads/payment.ts';
import {
  amountRanges,
  encodings,
  filterQueries,
  invalidQueries,
  pageSizes,
  type SearchQuery,
  sortable,
  timeRanges,
} from '../generators/payloads/searchQuery.ts';
import { idWithUrlSigns } from '../generators/texts/ids.ts';
import { randomOf } from '../generators/values/draw/chance.ts';
import { amountIn, hasDifferentValues, pageOf } from '../oracles/answers/searchPage.ts';
import { repeatsItself } from '../oracles/search/pageable.ts';
import { isRequestedPage, refusedFirstPage } from '../oracles/search/pageNumbers.ts';
import { hasPageShape, pageNumbersAgree } from '../oracles/search/paging.ts';
import { checkableLengths } from '../oracles/search/searchBehaviour.ts';
import { payNear } from '../runner/actions/acquiring/nearPayments.ts';
import { coinPayouts } from '../runner/actions/inputs/coinPayouts.ts';
import { isOf, type Method, type Methods } from '../runner/actions/inputs/methods.ts';
import {
  framed,
  learnSearchForm,
  newestPage,
  type RangeQueries,
  type SearchForm,
  totalOf,
  tryRanges,
  walk,
  walkQuietly,
} from '../runner/actions/inputs/searchQueries.ts';
import { surveyReads, surveySearch, understoodEncodings } from '../runner/actions/inputs/searchSurvey.ts';
import { drawnItem } from '../runner/actions/inputs/turns.ts';
import { payInPart, populate } from '../runner/actions/payments/population.ts';
import { create, every, must, observe, read, should, test, together, traceCheck } from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** The tools that create payments to search for. */
type PaymentTools = Pick<Tools, 'api' | 'draw' | 'methods'>;

/** Creates the payments, and learns the form of a search. */
async function ready(tools: PaymentTools): Promise<SearchForm> {
  await populate(tools);
  return learnSearchForm(tools.api);
}

/** Makes a pay-in whose id has signs that mean something in a URL. Which characters an id may have is not shown, so a target may refuse it. */
async function orderOfSigns({ api, draw, methods, worker }: PaymentTools & Pick<Tools, 'worker'>): Promise<void> {
  const { body, missing } = draw(requiredBody(methods.payin()));
  // Of two keys at most one is as long as an id may be.
  const key = [worker.freshKey(), worker.freshKey()].find(({ length }) => length < 240);
  if (api.onlyReads || missing.length > 0 || key === undefined) return;
  const made = await api.send(create.payin({ ...body, clientOrderId: idWithUrlSigns(key) }));
  if (made.class === 'accepted') await api.appears(made);
}

/** interface.md § Page of payments. */
test('SRC-01 a page of search has the listed fields and types', traceCheck.must, ({ record }) => {
  every(record.pages, hasPageShape(record.contract));
});

test('SRC-02 the numbers and flags of a page fit one another', traceCheck.must, ({ record }) => {
  every(record.pages, pageNumbersAgree(record.pages.items));
  every(record.pages, repeatsItself(record.pages.items));
});

test('SRC-03 walking the pages visits each payment once', must, async ({ api, assertions, draw, methods }) => {
  const ways = await ready({ api, draw, methods });
  const rounds = await walkQuietly(api, ways, (total) => pageSizes(total, ways.largest));
  assertions.assert('visitsEachOnce', { rounds });
  assertions.assert('stillFound', {});
});

/** interface.md § Payments, search query parameters. */
test(
  'SRC-04a each filter returns only matching payments, and all of them',
  must,
  async ({ api, assertions, draw, methods, worker }) => {
    const ways = await ready({ api, draw, methods });
    await orderOfSigns({ api, draw, methods, worker });
    const names = ['currency', 'orderType', 'transactionType', 'status', 'orderId', 'clientOrderId'];
    const { inner, ...frame } = await framed(api, ways, async (page) => {
      const texts = (page?.items ?? []).map((one) =>
        Object.fromEntries(names.map((name) => [name, textField(one, name)])),
      );
      const filtered: string[] = [];
      for (const query of filterQueries(texts)) filtered.push((await newestPage(api, ways, query)).id);
      return filtered;
    });
    assertions.assert('filtersHold', { ...frame, filtered: inner });
  },
);

/** Returns the pay-in methods of a currency that the list has on several blockchains: each is a method of its own (§ Payment method). */
const onSeveralChains = (methods: Methods) => {
  const payins = methods.all().filter(isOf('PAYIN'));
  const isTwin = (one: Method) => (other: Method) =>
    other.currency === one.currency && other.methodKey === one.methodKey && other.blockchain !== one.blockchain;
  return payins.filter((one) => one.blockchain !== undefined && payins.some(isTwin(one)));
};

/** Returns a pay-in method to search by: one of several chains where the list has such that can be paid in by, else the usual one. */
function payinToFind({ draw, methods, worker }: Pick<Tools, 'draw' | 'methods' | 'worker'>): Method {
  const [first, ...others] = onSeveralChains(methods).filter((one) => draw(requiredBody(one)).missing.length === 0);
  return first ? drawnItem(worker, 'a pay-in method to search by', [first, ...others]) : methods.payin();
}

/** Returns the methods to search by: of a pay-in, a usual pay-out and one in coins. */
function methodsToFind(tools: Pick<Tools, 'draw' | 'methods' | 'worker'>): readonly { name: string; method: Method }[] {
  const { methods } = tools;
  const hasPayouts = methods.all().some(({ orderType }) => orderType === 'PAYOUT');
  const [coin] = hasPayouts ? coinPayouts(methods) : [];
  return [
    { name: 'pay-in', method: payinToFind(tools) },
    ...(hasPayouts ? [{ name: 'usual pay-out', method: methods.payout() }] : []),
    ...(coin ? [{ name: 'pay-out in coins', method: coin }] : []),
  ];
}

/** interface.md § Payments, search query parameters. */
test(
  'SRC-04b methodId finds our own creations by that method',
  must,
  async ({ api, assertions, combinations, draw, methods, worker }) => {
    const ways = await learnSearchForm(api);
    const all = methodsToFind({ draw, methods, worker });
    for (const { method } of combinations.each(all, ({ name }) => name)) {
      const made = await api.control(create.payment(method, draw(requiredBody(method)).body));
      const clientOrderId = made.line.request.clientOrderId ?? '';
      // The test of another requirement may have created the payment while search was behind.
      await api.appears(made);
      // The test also searches by the clientOrderId, since newer payments by the method may fill the page on a busy account.
      const queries = [{ methodId: method.id }, { methodId: method.id, clientOrderId }];
      const searches: string[] = [];
      for (const query of queries) searches.push((await newestPage(api, ways, query)).id);
      const { orderType, currency, methodKey, blockchain } = method;
      assertions.assert('foundByMethod', {
        created: made.id,
        searches,
        method: { orderType, currency, method: methodKey, ...(blockchain !== undefined && { blockchain }) },
      });
    }
  },
);

test('SRC-04c what an unknown integrationId finds', observe, async ({ api, assertions, draw, methods }) => {
  await ready({ api, draw, methods });
  const sent = await api.send(read.search({ integrationId: 'no-such-integration' }));
  assertions.assert('finds', { exchange: sent.id, key: 'an unknown integrationId' });
});

/** The ranges of a field to request, taken from the payments. */
const ranging = (field: 'amount' | 'createdAt'): RangeQueries => ({
  field,
  encodings,
  rangesOf: (page) =>
    field === 'amount'
      ? amountRanges((page?.items ?? []).flatMap((one) => amountIn(one) ?? []))
      : timeRanges((page?.items ?? []).flatMap((one) => textField(one, 'createdAt') ?? [])),
});

test('SRC-05 createdAt and amount take two values as a range', must, async ({ api, assertions, draw, methods }) => {
  const ways = await ready({ api, draw, methods });
  for (const key of ['amount', 'createdAt'] as const)
    assertions.assert('rangesHold', { key, tries: await tryRanges(api, ways, ranging(key)) }, key);
});

test(
  'SRC-06 how ranges are encoded, where pages start, how large they are',
  observe,
  async ({ api, assertions, draw, methods }) => {
    const ways = await ready({ api, draw, methods });
    assertions.assert('firstPage', ways.numbering);
    assertions.assert('largestPage', { tried: ways.tried });
    for (const key of ['amount', 'createdAt'] as const)
      assertions.assert('rangeEncoding', { key, tries: await tryRanges(api, ways, ranging(key)) });
  },
);

test(
  'SRC-07a sort=createdAt orders the whole result, across pages',
  must,
  async ({ api, assertions, draw, methods }) => {
    const ways = await ready({ api, draw, methods });
    const size = pageSizes(totalOf(pageOf(await newestPage(api, ways))), ways.largest).at(1) ?? ways.largest;
    const walks = [];
    for (const descending of [false, true])
      walks.push({ descending, pages: await walk(api, ways, { size, descending, most: 4 }) });
    assertions.assert('isSorted', { walks });
  },
);

/** The page sizes besides the largest at which an order is looked at: nothing says that it depends on the size. */
const sortedSizes = [20, 50];

test('SRC-07b which other fields sort', observe, async ({ api, assertions, draw, methods }) => {
  const ways = await ready({ api, draw, methods });
  const page = pageOf(await newestPage(api, ways));
  const sizes = [ways.largest, ...sortedSizes.filter((size) => size < ways.largest)].map(String);
  for (const key of sortable.filter((name) => hasDifferentValues(page, name)))
    for (const size of sizes) {
      const asc = await api.send(read.search({ sort: `${key},asc`, size }));
      const desc = await api.send(read.search({ sort: `${key},desc`, size }));
      assertions.assert('sortsBy', { asc: asc.id, desc: desc.id, key });
    }
});

/** What a bad value is also sent with: a target may look at it on the first page, or without a filter, only. */
const besideBadValues: readonly SearchQuery[] = [
  { page: '1' },
  { page: '2' },
  { page: '4' },
  { size: '5' },
  { size: '100', sort: 'createdAt,asc' },
  { orderType: 'PAYIN' },
];

test(
  'SRC-08 bad values get a client error or a default, never a 5xx',
  should.norm,
  async ({ api, assertions, draw }) => {
    await api.control(read.search({}));
    for (const { why, query } of invalidQueries)
      for (const beside of [{}, draw(constantFrom(...besideBadValues))]) {
        const { id } = await api.send(read.search({ ...beside, ...query }), { purpose: 'defect' });
        assertions.assert('answersSafely', { exchange: id }, why);
      }
  },
);

test('SRC-09 the page and the size that are asked for are honoured', traceCheck.must, ({ record }) => {
  every(record.pages, isRequestedPage(record.pages.items));
  together(record.pages, () => refusedFirstPage(record.whole));
});

test('SRC-10 whether the payments list is complete', observe, async ({ api, assertions, draw, methods }) => {
  const ways = await ready({ api, draw, methods });
  const { inner, ...frame } = await framed(api, ways, async (page) => ({
    page,
    list: (await api.send(read.payments())).id,
  }));
  for (const length of checkableLengths(inner.page))
    assertions.assert('listIs', { ...frame, list: inner.list, length });
});

/**
 * interface.md § Payments, search query parameters; § Page of payments. The searches are drawn: several filters and ranges at once, bounds at and beside the
 * values of payments, orders, page sizes, and pages to the far end. The test runs when most others are over and the account holds much, while those that are
 * left wait for POSTs.
 */
test(
  'SRC-11 drawn combinations of filters, ranges, orders and pages agree',
  must,
  async ({ api, assertions, control, draw, methods, projects, worker }) => {
    await payInPart({ api, control }, await populate({ api, draw, methods }));
    await payNear({ api, control, projects, worker });
    const ways = await learnSearchForm(api);
    const known = { ways, record: worker.record };
    const understood = {
      amount: await understoodEncodings(api, known, ranging('amount')),
      createdAt: await understoodEncodings(api, known, ranging('createdAt')),
    };
    const random = randomOf(draw(integer()));
    const most = surveyReads[worker.run.selection.profile];
    assertions.assert('selectionsHold', {
      asked: await surveySearch(api, { random, ways, encodings: understood, most }),
    });
  },
);
