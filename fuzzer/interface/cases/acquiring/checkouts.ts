import {
  checkoutBody,
  echoTexts,
  idWithPunctuation,
  unknownOptions,
} from '../../../../generators/payloads/checkout.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { currencyOf, type Price } from '../../../../schemas/domain/assets.ts';
import type { CheckoutBody } from '../../../../schemas/requestTypes.ts';
import { create, read, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import { amountAt, checkoutPrices, limitPositions } from '../../builder/priceAmounts.ts';
import {
  assertedCase,
  type CombinationTable,
  edgeCaseLabel,
  type GeneratorInput,
  refusalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

type Body = CheckoutBody;
type Fields = Partial<CheckoutBody>;

/**
 * Returns an expiry one second before the given minutes are over, since they may be the longest lifetime. The default is for a target file that states no
 * lifetime; many targets allow it.
 */
const expiresIn = (minutes = 20) => ({ expiresAt: `{{in:${minutes * 60 - 1}}}` });

const fixedAmount = (price: Price, chance: SeededRandom) => ({
  fixedAmount: { amount: amountAt(price, chance.pick(limitPositions), chance), currency: price.currency },
});

/** A kind of checkout: the project that creates it, and what sets its price. */
interface Sort {
  project: ListedProject;
  type: 'FIXED_PRICE' | 'NO_PRICE' | 'SUGGESTED_FIXED_PRICE';
  price?: Price;
}

const bodyOf = ({ type, price }: Sort, chance: SeededRandom): Body =>
  checkoutBody(type, price && fixedAmount(price, chance));

/** Returns the kinds of checkout: priced in fiat and in crypto, without a price, and with suggested prices if the settings name them. */
const sortsOf = ({ projects }: TargetInventory): CombinationTable<Sort> =>
  projects.flatMap((project, at) => {
    const prices = Object.entries(checkoutPrices(project));
    const sorts: (readonly [string, Sort])[] = [
      ...prices.map(([name, price]) => [`FIXED_PRICE in ${name}`, { project, type: 'FIXED_PRICE', price }] as const),
      ['NO_PRICE', { project, type: 'NO_PRICE' }],
      ...(project.settings.suggested
        ? [['SUGGESTED_FIXED_PRICE', { project, type: 'SUGGESTED_FIXED_PRICE' }] as const]
        : []),
    ];
    return sorts.map(([name, sort]) => [`${name}${at === 0 ? '' : `, project ${at + 1}`}`, sort] as const);
  });

/** Asserts the price of a checkout that was created as intended. */
function priceAssertion({ type }: Sort, exchange: string, what: string): CaseAssertion {
  if (type === 'FIXED_PRICE') return assertionOf('CHK-02a', 'carriesPrice', { exchange, what });
  if (type === 'NO_PRICE') return assertionOf('CHK-02b', 'carriesNoPrice', { exchange, what });
  return assertionOf('CHK-02b', 'takesSettings', { exchange });
}

/** Fields that may be left out. The text does not show how long a checkout may live, so an expiry is valid only if the target file states it. */
const optional = ({ checkoutMinutes }: TargetInventory): Record<string, Fields> => ({
  ...(checkoutMinutes !== undefined && { 'a time to expire': expiresIn(checkoutMinutes) }),
  'an asset preselected': {},
  nothing: {},
});

/** Each type with each optional field. */
const validCheckouts: CaseGenerator = tableGenerator<{ sort: Sort; more: string; fields: Fields }>({
  name: 'a checkout',
  evidences: ['CHK-01', 'CHK-02a', 'CHK-02b', 'CHK-04'],
  posts: 1,
  isMisuse: false,
  of: (known) =>
    sortsOf(known).flatMap(([name, sort]) =>
      Object.entries(optional(known)).map(
        ([more, fields]) => [`${name}, with ${more}`, { sort, more, fields }] as const,
      ),
    ),
  make: ({ sort, more, fields }, { chance, name }) => {
    const preselected =
      more === 'an asset preselected' ? { preselectedCryptoCurrency: chance.pick(sort.project.assets) } : {};
    const body = { ...bodyOf(sort, chance), ...fields, ...preselected };
    const what = `a checkout, ${name}`;
    return assertedCase(
      [stepOf(create.checkout(sort.project.id, body))],
      validLabel('every field as the text has it'),
      [priceAssertion(sort, '#1', what), assertionOf('CHK-04', 'returnsAsSent', { exchange: '#1', what })],
    );
  },
});

const fewer: Readonly<Record<string, (body: Body) => Record<string, unknown>>> = {
  'without a name': (body) => withoutFields(body, 'name'),
  'without a returnUrl': (body) => withoutFields(body, 'returnUrl'),
  'without either text': (body) => withoutFields(body, 'name', 'returnUrl'),
  'with a time to expire': (body) => ({ ...body, ...expiresIn() }),
  'with a later time to expire': (body) => ({ ...body, ...expiresIn(24 * 60) }),
  'with an empty name': (body) => ({ ...body, name: '' }),
  'with a field that nobody knows': (body) => ({ ...body, unheardOf: { of: [1] } }),
  'with nulls': (body) => ({ ...body, preselectedCryptoCurrency: null, expiresAt: null }),
  ...Object.fromEntries(
    Object.entries(echoTexts).map(([why, own]) => [`with ${why}`, (body: Body) => ({ ...body, ...own })]),
  ),
  'with an id that has signs': (body) => ({ ...body, clientOrderId: idWithPunctuation('{{key}}') }),
};

/**
 * Checkouts with other texts or fewer fields. The target may refuse them, since the text does not show which fields are required. If the target accepts a
 * checkout, it must return the fields.
 */
const ifTaken: CaseGenerator = tableGenerator<(typeof fewer)[string]>({
  name: 'a checkout with other texts or fewer fields',
  evidences: ['CHK-04'],
  posts: 1,
  isMisuse: true,
  of: ({ projects }) => (projects.length > 0 ? Object.entries(fewer) : []),
  make: (change, { known, chance, name }) => {
    const [, sort] = chance.pick(sortsOf(known));
    const body = bodyOf(sort, chance);
    const step = stepOf(withBody(create.checkout(sort.project.id, body), change(body)));
    return assertedCase([step], edgeCaseLabel(name), [
      assertionOf('CHK-04', 'returnsIfTaken', { exchange: '#1', key: name }),
    ]);
  },
});

/** Learns whether the milliseconds of an expiry are kept, cut or rounded. */
const fraction: CaseGenerator = tableGenerator<Sort>({
  name: 'a checkout that expires at a fraction of a second',
  evidences: ['CHK-04'],
  posts: 1,
  isMisuse: true,
  of: sortsOf,
  make: (sort, { chance, known }) => {
    const { expiresAt } = expiresIn(known.checkoutMinutes);
    const body = { ...bodyOf(sort, chance), expiresAt: expiresAt.replace('}}', '.347}}') };
    const args = { exchange: '#1', key: 'milliseconds in expiresAt' };
    return assertedCase([stepOf(create.checkout(sort.project.id, body))], edgeCaseLabel('milliseconds in expiresAt'), [
      assertionOf('CHK-04', 'keepsFraction', args),
    ]);
  },
});

const foreignPrices: Readonly<Record<string, (currency: string) => Record<string, unknown>>> = {
  'a price': (currency) => ({ fixedAmount: { amount: 6.66, currency } }),
  'a price and options': unknownOptions,
  options: (currency) => ({ suggestedAmounts: unknownOptions(currency)['suggestedAmounts'] }),
};

/** Bodies with a price that a body may not set: the price of a checkout without a price, or the prices that the settings suggest. */
const foreign: CaseGenerator = tableGenerator<{ sort: Sort; body: (typeof foreignPrices)[string] }>({
  name: 'a checkout with a price that is not its',
  evidences: ['CHK-02b'],
  posts: 1,
  isMisuse: true,
  of: (known) =>
    sortsOf(known).flatMap(([name, sort]) =>
      sort.type === 'FIXED_PRICE'
        ? []
        : Object.entries(foreignPrices).map(([what, body]) => [`${name} with ${what}`, { sort, body }] as const),
    ),
  make: ({ sort, body }, { chance, name }) => {
    const prices = Object.values(checkoutPrices(sort.project));
    const currency = prices.length > 0 ? chance.pick(prices).currency : 'USD';
    const step = stepOf(create.checkout(sort.project.id, { ...bodyOf(sort, chance), ...body(currency) }));
    const assertion =
      sort.type === 'NO_PRICE'
        ? assertionOf('CHK-02b', 'carriesNoPrice', { exchange: '#1', what: name, mayRefuse: true })
        : assertionOf('CHK-02b', 'takesSettings', { exchange: '#1', mayRefuse: true });
    return assertedCase([step], edgeCaseLabel(name), [assertion]);
  },
});

function unpricedCase(sort: Sort, { chance, known }: GeneratorInput): FuzzCase {
  const body = { ...bodyOf(sort, chance), ...(chance.below(2) === 0 && expiresIn(known.checkoutMinutes)) };
  const valid = create.checkout(sort.project.id, body);
  return refusalCase({
    requirement: 'CHK-03',
    control: controlStep(valid),
    defect: stepOf(withBody(valid, withoutFields(body, 'fixedAmount'))),
    what: 'a FIXED_PRICE checkout without fixedAmount',
    how: { keyword: 'required', place: 'body/fixedAmount' },
  });
}

/** A fixed-price checkout without an amount does not say what is to be paid. */
const unpriced: CaseGenerator = tableGenerator<Sort>({
  name: 'a checkout of a fixed price without one',
  evidences: ['CHK-03'],
  posts: 1,
  isMisuse: true,
  of: (known) => sortsOf(known).filter(([, { type }]) => type === 'FIXED_PRICE'),
  make: unpricedCase,
});

/** A checkout with estimates, created between reads of the options and the rates. */
const estimated: CaseGenerator = tableGenerator<{ project: ListedProject; price: Price }>({
  name: 'a checkout between two looks at the rates',
  evidences: ['CHK-07'],
  posts: 1,
  isMisuse: false,
  of: ({ projects }) =>
    projects.flatMap((project, at) => {
      const { fiat: price } = checkoutPrices(project);
      return price ? [[`project ${at + 1}`, { project, price }] as const] : [];
    }),
  make: ({ project, price }, { chance }) => {
    const { currency } = price;
    const bases = [...new Set(project.assets.map(currencyOf))].filter((base) => base !== currency);
    const rates = bases.map((base) => stepOf(read.acquiringRate(base, currency)));
    const made = stepOf(create.checkout(project.id, bodyOf({ project, type: 'FIXED_PRICE', price }, chance)));
    const steps = [stepOf(read.depositOptions(project.id)), ...rates, made, ...rates];
    const at = rates.length + 2;
    const numbers = (from: number) => rates.map((_, index) => `#${from + index}`);
    const around = { before: numbers(2), after: numbers(at + 1), options: '#1' };
    const args = { exchange: `#${at}`, key: 'FIXED_PRICE in fiat', ...around };
    return assertedCase(steps, validLabel('a checkout in fiat'), [assertionOf('CHK-07', 'estimatesBy', args)]);
  },
});

/** Checkouts, valid and otherwise. */
export const checkoutCases: readonly CaseGenerator[] = [
  validCheckouts,
  ifTaken,
  fraction,
  foreign,
  unpriced,
  estimated,
];
