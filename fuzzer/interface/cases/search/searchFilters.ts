import { requiredBody } from '../../../../generators/payloads/payment.ts';
import { invalidQueries, sortable } from '../../../../generators/payloads/searchQuery.ts';
import { hostileQueries } from '../../../../generators/texts/hostile.ts';
import type { Method } from '../../../../runner/actions/inputs/methods.ts';
import { currencies } from '../../../../schemas/domain/currencies.ts';
import { paymentLifecycle } from '../../../../schemas/domain/lifecycles.ts';
import { create, type Plan, type Query, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { assertionOf, drawBody, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, invalidCase, survivalCase, validCase } from '../../builder/cases.ts';
import { listedMethods, methodTable } from '../../builder/payments.ts';
import { type Draw, generator, type Input, nameTable, rows } from '../../builder/tables.ts';
import { payinBody } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Reads the newest payments that match a query, as many as fit on a page. */
function newest({ search: { largest } }: TargetInventory, query: Query = {}): Plan {
  return read.search({ sort: 'createdAt,desc', ...query, size: String(largest) });
}

const filters = ['currency', 'orderType', 'transactionType', 'status', 'orderId', 'clientOrderId'] as const;

type Filter = (typeof filters)[number];

const listed: Readonly<Record<Filter, readonly string[]>> = {
  currency: currencies,
  orderType: ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'],
  transactionType: ['CREDIT', 'DEBIT'],
  status: paymentLifecycle.states,
  orderId: ['ORD-00000000-0000-4000-8000-000000000000'],
  clientOrderId: ['nobody-has-this', 'a'],
};

/** Values are taken from this many payments of the first step's page. */
const places = 5;

/** Refers to a value of a filter that a payment of the first step shows. */
const shownBy = (name: Filter, chance: SeededRandom) => `{{1/content/${chance.below(places)}/${name}}}`;

/** Makes a case of filtered searches, between two reads of the newest payments. A payment may be made before them. */
function filtered(known: TargetInventory, queries: readonly Query[], made: readonly Plan[] = []): FuzzCase {
  const steps = [...made, newest(known), ...queries.map((query) => newest(known, query)), newest(known)];
  const before = made.length + 1;
  const args = {
    before: `#${before}`,
    filtered: queries.map((_, index) => `#${before + 1 + index}`),
    after: `#${steps.length}`,
  };
  return validCase('a search by documented filters', steps, assertionOf('SRC-04a', 'filtersHold', args));
}

type Drawing = (name: Filter, chance: SeededRandom) => string;

/** Searches by a filter, with two values. */
const singly = ({ name, draw }: { name: Filter; draw: Drawing }, { known, chance }: Input) =>
  filtered(known, [{ [name]: draw(name, chance) }, { [name]: draw(name, chance) }]);

/** Searches by several filters at once, drawn at random. */
function together(count: number, { known, chance }: Input) {
  const place = chance.below(places);
  const names = Array.from({ length: count }, () => chance.pick(filters));
  const ofOne = Object.fromEntries(names.map((name) => [name, `{{1/content/${place}/${name}}}`]));
  const ofAny = Object.fromEntries(names.map((name) => [name, shownBy(name, chance)]));
  return filtered(known, [ofOne, ofAny]);
}

/** Searches by whole and partial ids. No payment has a partial id, so a search by one must not find any. */
const ownIds: Readonly<Record<string, Query>> = {
  'its own': { clientOrderId: '{{key}}' },
  'less than its own': { clientOrderId: '{{key}}-' },
  'more than its own': { clientOrderId: '{{key}}0' },
  'its own, spaced': { clientOrderId: ' {{key}}' },
  'its order': { orderId: '{{1/orderId}}' },
  'its order, cut short': { orderId: 'ORD-' },
  'its order and its id': { orderId: '{{1/orderId}}', clientOrderId: '{{key}}' },
  'its order and the id of another': { orderId: '{{1/orderId}}', clientOrderId: '{{key:other}}' },
};

function byOwnId(query: Query, { known, chance, name }: Input) {
  const body = payinBody(known, chance);
  // Here the id of the payment is longer than the id that is searched for.
  const clientOrderId = name === 'less than its own' ? '{{key}}-more' : '{{key}}';
  return body && filtered(known, [query], [create.payin({ ...body, clientOrderId })]);
}

/**
 * Creates a payment by a method, and searches for it by the method. A second search also filters by the id of the payment, since a busy account may have more
 * new payments than fit on a page.
 */
function byMethod(method: Method<'PAYIN'>, { known, chance }: Input) {
  const { id, orderType, currency, methodKey } = method;
  const body = drawBody(requiredBody(method), chance);
  if (!body) return undefined;
  const own = { clientOrderId: '{{key}}' };
  const found = stepOf(read.search(own), { until: listed.status });
  const steps = [create.payin(body), found, newest(known, { methodId: id }), newest(known, { methodId: id, ...own })];
  const args = { created: '#1', searches: ['#3', '#4'], method: { orderType, currency, method: methodKey } };
  return validCase('a search by a listed method', steps, assertionOf('SRC-04b', 'foundByMethod', args));
}

/** Makes a case of a search by an invalid value, which must be answered safely. */
const badly = (words: string, query: Query): FuzzCase =>
  invalidCase(
    { keyword: 'value', place: 'query', words },
    read.search(query),
    assertionOf('SRC-08', 'answersSafely', { exchange: '#1' }),
  );

/** Searches by values that are undocumented or make no sense. */
function byBadValue(query: Query, { chance, name }: Input) {
  const other = chance.pick(['currency', 'status'] as const);
  const beside = chance.below(2) === 0 || other in query ? {} : { [other]: chance.pick(listed[other]) };
  return badly(name, { ...beside, ...query });
}

const oddTexts = [
  '',
  ' ',
  '%',
  '\u0000',
  "' OR 1=1 --",
  '{}',
  '[]',
  'null',
  'x'.repeat(3_000),
  'é☂𝄞',
  '../..',
  '1e400',
];

const parameters = [
  ...['createdAt', 'amount', 'currency', 'orderType', 'transactionType', 'status', 'integrationId', 'methodId'],
  ...['page', 'size', 'sort', 'orderId', 'clientOrderId', 'noSuchParameter'],
];

/** Searches by any text in any parameter, and by any parameter twice. */
function byOddText(parameter: string, { chance }: Input) {
  const value = chance.pick(oddTexts);
  return badly('an odd text', { [parameter]: chance.below(3) === 0 ? [value, chance.pick(oddTexts)] : value });
}

/** What the text leaves open about search: an unknown integration, and how the list of payments compares with search. */
const learnt: Readonly<Record<string, Draw>> = {
  integrationId: ({ chance }) => {
    const plan = read.search({ integrationId: `no-such-integration-${chance.below(1_000)}` });
    const args = { exchange: '#1', key: 'an unknown integrationId' };
    return validCase('a documented filter', plan, assertionOf('SRC-04c', 'finds', args));
  },
  'the list': ({ known }) => {
    const args = { before: '#1', list: '#2', after: '#3', length: 1 };
    const steps = [newest(known), read.payments(), newest(known)];
    return validCase('the list beside search', steps, assertionOf('SRC-10', 'listIs', args));
  },
};

/** The order of results, about which the text says little. */
function inOrder(key: (typeof sortable)[number], { known }: Input) {
  const steps = ['asc', 'desc'].map((direction) => newest(known, { sort: `${key},${direction}` }));
  const assertion = assertionOf('SRC-07b', 'sortsBy', { asc: '#1', desc: '#2', key });
  return edgeCase('a search in another order', steps, assertion);
}

/** Searches by filters and by invalid values. */
export const searchFilterCases = [
  generator(
    { name: 'a search by one filter', evidences: ['SRC-04a'], posts: 0 },
    rows(
      filters.flatMap((name): [string, { name: Filter; draw: Drawing }][] => [
        [`${name}, as a payment shows it`, { name, draw: shownBy }],
        [`${name}, any value`, { name, draw: (_, chance) => chance.pick(listed[name]) }],
      ]),
      singly,
    ),
  ),
  generator(
    { name: 'a search by several filters', evidences: ['SRC-04a'], posts: 0 },
    rows(Object.entries({ '2 filters': 2, '3 filters': 3, '4 filters': 4 }), together),
  ),
  generator({ name: 'a search for a new payment by its ids', evidences: ['SRC-04a'] }, (known) =>
    listedMethods(known, 'PAYIN').length > 0 ? rows(Object.entries(ownIds), byOwnId) : [],
  ),
  generator({ name: 'a search for a new payment by its method', evidences: ['SRC-04b'] }, (known) => {
    const named = ([name, one]: readonly [string, Method<'PAYIN'>]) =>
      [`${name} ${one.blockchain ?? ''}`, one] as const;
    return rows(methodTable(listedMethods(known, 'PAYIN')).map(named), byMethod);
  }),
  generator(
    { name: 'a search by a bad value', evidences: ['SRC-08'], posts: 0, isMisuse: true },
    rows(
      invalidQueries.map(({ why, query }) => [why, query] as const),
      byBadValue,
    ),
  ),
  generator(
    { name: 'a search by an odd text', evidences: ['SRC-08'], posts: 0, isMisuse: true },
    rows(nameTable(parameters), byOddText),
  ),
  // Queries that may break a careless search.
  generator(
    { name: 'a hostile search', evidences: ['ERR-02a'], posts: 0, isMisuse: true },
    hostileQueries.map((query, index) => {
      const name = `${index + 1} ${Object.keys(query).join()}`;
      return [name, () => survivalCase('ERR-02a', read.search(query), name)] as const;
    }),
  ),
  generator({ name: 'what search leaves open', evidences: ['SRC-04c', 'SRC-07b', 'SRC-10'], posts: 0 }, [
    ...Object.entries(learnt),
    ...rows(nameTable(sortable), inOrder),
  ]),
];
