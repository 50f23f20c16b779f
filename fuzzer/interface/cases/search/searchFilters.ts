import { requiredBody } from '../../../../generators/payloads/payment.ts';
import { invalidQueries, sortable } from '../../../../generators/payloads/searchQuery.ts';
import { isOf, type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { create, type Query, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, drawBody, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  edgeCaseLabel,
  invalidLabel,
  nameTable,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import { payinBody } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { hostileSearchCases } from './hostileSearches.ts';

const newestFirst = { sort: 'createdAt,desc' };

/** Reads the newest payments that match a query, as many as fit on a page. */
function newest({ search: { largest } }: TargetInventory, query: Query = {}): CaseStep {
  return stepOf(read.search({ ...newestFirst, ...query, size: String(largest) }));
}

const filters = ['currency', 'orderType', 'transactionType', 'status', 'orderId', 'clientOrderId'] as const;

type Filter = (typeof filters)[number];

const listed: Readonly<Record<Filter, readonly string[]>> = {
  currency: ['BTC', 'ETH', 'USDT', 'TRX', 'EUR', 'USD', 'UAH', 'KZT', 'TRY', 'IDR'],
  orderType: ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'],
  transactionType: ['CREDIT', 'DEBIT'],
  status: ['NEW', 'SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'PENDING', 'CANCELLED', 'FROZEN'],
  orderId: ['ORD-00000000-0000-4000-8000-000000000000'],
  clientOrderId: ['nobody-has-this', 'a'],
};

const everyStatus = listed.status;

/** Values are taken from this many payments of the first step's page. */
const places = 5;

/** Refers to a value of a filter that a payment of the first step shows. */
const shownBy = (name: Filter, chance: SeededRandom) => `{{1/content/${chance.below(places)}/${name}}}`;

/** Makes a case of filtered searches, between two reads of the newest payments. */
function filtered(known: TargetInventory, queries: readonly Query[], before: CaseStep = newest(known)): FuzzCase {
  const searches = queries.map((query) => newest(known, query));
  const steps = [before, ...searches, newest(known)];
  const args = { before: '#1', filtered: searches.map((_, index) => `#${index + 2}`), after: `#${steps.length}` };
  return assertedCase(steps, validLabel('a search by documented filters'), [
    assertionOf('SRC-04a', 'filtersHold', args),
  ]);
}

/** Each filter, with values that the payments of the case show, and with values that they may not show. */
const singly: CaseGenerator = tableGenerator<{ name: Filter; isShown: boolean }>({
  name: 'a search by one filter',
  evidences: ['SRC-04a'],
  posts: 0,
  isMisuse: false,
  of: () =>
    filters.flatMap((name) => [
      [`${name}, as a payment shows it`, { name, isShown: true }] as const,
      [`${name}, any value`, { name, isShown: false }] as const,
    ]),
  make: ({ name, isShown }, { known, chance }) => {
    const value = () => (isShown ? shownBy(name, chance) : chance.pick(listed[name]));
    return filtered(known, [{ [name]: value() }, { [name]: value() }]);
  },
});

/** Several filters at once, drawn at random. */
const together: CaseGenerator = tableGenerator<number>({
  name: 'a search by several filters',
  evidences: ['SRC-04a'],
  posts: 0,
  isMisuse: false,
  of: () => [2, 3, 4].map((count) => [`${count} filters`, count] as const),
  make: (count, { known, chance }) => {
    const place = chance.below(places);
    const names = Array.from({ length: count }, () => chance.pick(filters));
    const ofOne = Object.fromEntries(names.map((name) => [name, `{{1/content/${place}/${name}}}`]));
    const ofAny = Object.fromEntries(names.map((name) => [name, shownBy(name, chance)]));
    return filtered(known, [ofOne, ofAny]);
  },
});

/** Searches by whole and partial ids. No payment has a partial id, so a search by one must not find any. */
const ownIds: CaseGenerator = tableGenerator<Query>({
  name: 'a search for a new payment by its ids',
  evidences: ['SRC-04a'],
  posts: 1,
  isMisuse: false,
  of: ({ methods }) =>
    methods.some(({ orderType }) => orderType === 'PAYIN')
      ? Object.entries({
          'its own': { clientOrderId: '{{key}}' },
          'less than its own': { clientOrderId: '{{key}}-' },
          'more than its own': { clientOrderId: '{{key}}0' },
          'its own, spaced': { clientOrderId: ' {{key}}' },
          'its order': { orderId: '{{1/orderId}}' },
          'its order, cut short': { orderId: 'ORD-' },
          'its order and its id': { orderId: '{{1/orderId}}', clientOrderId: '{{key}}' },
          'its order and the id of another': { orderId: '{{1/orderId}}', clientOrderId: '{{key:other}}' },
        } satisfies Record<string, Query>)
      : [],
  make: (query, { known, chance, name }) => {
    const body = payinBody(known, chance);
    if (!body) return undefined;
    // Here the id of the payment is longer than the id that is searched for.
    const isCut = name === 'less than its own';
    const made = stepOf(create.payin({ ...body, clientOrderId: isCut ? '{{key}}-more' : '{{key}}' }));
    const steps = [made, newest(known), newest(known, query), newest(known)];
    const args = { before: '#2', filtered: ['#3'], after: '#4' };
    return assertedCase(steps, validLabel('a search by documented filters'), [
      assertionOf('SRC-04a', 'filtersHold', args),
    ]);
  },
});

/**
 * Creates a payment by each pay-in method, and searches for it by method. A second search also filters by the id of the payment, since a busy account may have
 * more new payments than fit on a page.
 */
const byMethod: CaseGenerator = tableGenerator<Method<'PAYIN'>>({
  name: 'a search for a new payment by its method',
  evidences: ['SRC-04b'],
  posts: 1,
  isMisuse: false,
  of: ({ methods }) =>
    methods
      .filter(isOf('PAYIN'))
      .map((method) => [`${methodName(method)} ${method.blockchain ?? ''}`, method] as const),
  make: (method, { known, chance }) => {
    const { id, orderType, currency, methodKey } = method;
    const body = drawBody(requiredBody(method), chance);
    if (!body) return undefined;
    const own = { clientOrderId: '{{key}}' };
    const steps = [
      stepOf(create.payin(body)),
      stepOf(read.search(own), { until: everyStatus }),
      ...[{ methodId: id }, { methodId: id, ...own }].map((query) => newest(known, query)),
    ];
    const args = { created: '#1', searches: ['#3', '#4'], method: { orderType, currency, method: methodKey } };
    return assertedCase(steps, validLabel('a search by a listed method'), [
      assertionOf('SRC-04b', 'foundByMethod', args),
    ]);
  },
});

/** Searches by values that are undocumented or make no sense. */
const badly: CaseGenerator = tableGenerator<Query>({
  name: 'a search by a bad value',
  evidences: ['SRC-08'],
  posts: 0,
  isMisuse: true,
  of: () => invalidQueries.map(({ why, query }) => [why, query] as const),
  make: (query, { chance, name }) => {
    const [other] = [chance.pick(['currency', 'status'] as const)];
    const beside = chance.below(2) === 0 || other in query ? {} : { [other]: chance.pick(listed[other]) };
    const step = stepOf(read.search({ ...beside, ...query }));
    const label = invalidLabel(name, { keyword: 'value', place: 'query' });
    return assertedCase([step], label, [assertionOf('SRC-08', 'answersSafely', { exchange: '#1' })]);
  },
});

/** What the text leaves open about search: an unknown integration, the order of results, and how the list of payments compares with search. */
const learnt: CaseGenerator = tableGenerator<'integrationId' | 'the list' | (typeof sortable)[number]>({
  name: 'what search leaves open',
  evidences: ['SRC-04c', 'SRC-07b', 'SRC-10'],
  posts: 0,
  isMisuse: false,
  of: () => nameTable(['integrationId', 'the list', ...sortable]),
  make: (name, { known, chance }) => {
    if (name === 'integrationId') {
      const step = stepOf(read.search({ integrationId: `no-such-integration-${chance.below(1_000)}` }));
      const args = { exchange: '#1', key: 'an unknown integrationId' };
      return assertedCase([step], validLabel('a documented filter'), [assertionOf('SRC-04c', 'finds', args)]);
    }
    if (name === 'the list') {
      const steps = [newest(known), stepOf(read.payments()), newest(known)];
      const args = { before: '#1', list: '#2', after: '#3', length: 1 };
      return assertedCase(steps, validLabel('the list beside search'), [assertionOf('SRC-10', 'listIs', args)]);
    }
    const steps = ['asc', 'desc'].map((direction) => newest(known, { sort: `${name},${direction}` }));
    const args = { asc: '#1', desc: '#2', key: name };
    return assertedCase(steps, edgeCaseLabel('a search in another order'), [assertionOf('SRC-07b', 'sortsBy', args)]);
  },
});

/** Searches by filters and by invalid values. */
export const searchFilterCases: readonly CaseGenerator[] = [
  singly,
  together,
  ownIds,
  byMethod,
  badly,
  ...hostileSearchCases,
  learnt,
];
