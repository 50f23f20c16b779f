import {
  checkoutBody,
  echoTexts,
  idWithPunctuation,
  unknownOptions,
} from '../../../../generators/payloads/checkout.ts';
import { memoized } from '../../../../oracles/core/memoize.ts';
import { currencyOf, type Price } from '../../../../schemas/domain/assets.ts';
import type { CheckoutBody } from '../../../../schemas/requestTypes.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { type BodyChange, changed, having, lacking } from '../../builder/bodyChanges.ts';
import { assertionOf, controlAction } from '../../builder/caseSteps.ts';
import { edgeCase, refusalCase, validCase } from '../../builder/cases.ts';
import {
  amountAt,
  checkoutPrices,
  convertedPrices,
  limitPositions,
  perProject,
  recordRead,
} from '../../builder/projects.ts';
import { crossedRows, type Draw, generator, type Input, mapped, rows, type Table } from '../../builder/tables.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

/**
 * Returns an expiry one second before the given minutes are over, since they may be the longest lifetime. The default is for a target file that states no
 * lifetime; many targets allow it.
 */
const expiresIn = (minutes = 20, fraction = '') => ({ expiresAt: `{{in:${minutes * 60 - 1}${fraction}}}` });

/** A kind of checkout: the project that creates it, and what sets its price. */
interface Sort {
  project: ListedProject;
  type: 'FIXED_PRICE' | 'NO_PRICE' | 'SUGGESTED_FIXED_PRICE';
  price?: Price;
}

const fixedAmount = (price: Price, chance: SeededRandom) => ({
  fixedAmount: { amount: amountAt(price, chance.pick(limitPositions), chance), currency: price.currency },
});

/** Plans a checkout of a kind, with further fields. */
const checkoutOf = ({ project, type, price }: Sort, chance: SeededRandom, more: Partial<CheckoutBody> = {}): Plan =>
  create.checkout(project.id, checkoutBody(type, { ...(price && fixedAmount(price, chance)), ...more }));

/** Returns the price of a checkout in the currency of an asset itself. */
const ownPriceOf = (project: ListedProject): Table<Price> => {
  const { crypto } = checkoutPrices(project);
  return crypto ? [['crypto', crypto]] : [];
};

/** Returns the kinds of checkout: priced in each currency that is converted and in crypto, without a price, and with suggested prices if the settings name them. */
const sortsOf = memoized((known: TargetInventory) =>
  perProject(known, (project): Table<Sort> => {
    const suggested = [['SUGGESTED_FIXED_PRICE', { project, type: 'SUGGESTED_FIXED_PRICE' }]] as const;
    return [
      ...[...convertedPrices(project), ...ownPriceOf(project)].map(
        ([name, price]) => [`FIXED_PRICE in ${name}`, { project, type: 'FIXED_PRICE', price }] as const,
      ),
      ['NO_PRICE', { project, type: 'NO_PRICE' }],
      ...(project.settings.suggested ? suggested : []),
    ];
  }),
);

const ofType = (known: TargetInventory, ...types: readonly Sort['type'][]) =>
  sortsOf(known).filter(([, { type }]) => types.includes(type));

/** Asserts the price of a checkout that was created as intended. */
function priceAssertion({ type }: Sort, exchange: string, what: string): CaseAssertion {
  if (type === 'FIXED_PRICE') return assertionOf('CHK-02a', 'carriesPrice', { exchange, what });
  if (type === 'NO_PRICE') return assertionOf('CHK-02b', 'carriesNoPrice', { exchange, what });
  return assertionOf('CHK-02b', 'takesSettings', { exchange });
}

type FieldsOf = (sort: Sort, chance: SeededRandom) => Partial<CheckoutBody>;

/** Fields that may be left out. The text does not show how long a checkout may live, so an expiry is valid only if the target file states it. */
const optional = ({ checkoutMinutes }: TargetInventory): Record<string, FieldsOf> => ({
  ...(checkoutMinutes !== undefined && { 'with a time to expire': () => expiresIn(checkoutMinutes) }),
  'with an asset preselected': ({ project }, chance) => ({ preselectedCryptoCurrency: chance.pick(project.assets) }),
  'with nothing': () => ({}),
});

function valid(sort: Sort, fieldsOf: FieldsOf, { chance, name }: Input) {
  const what = `a checkout, ${name}`;
  const plan = checkoutOf(sort, chance, fieldsOf(sort, chance));
  return validCase('every field as the text has it', plan, [
    priceAssertion(sort, '#1', what),
    assertionOf('CHK-04', 'returnsAsSent', { exchange: '#1', what }),
  ]);
}

const changes: Table<BodyChange> = [
  ['without a name', lacking('name')],
  ['without a returnUrl', lacking('returnUrl')],
  ['without either text', lacking('name', 'returnUrl')],
  ['with a time to expire', having(expiresIn())],
  ['with a later time to expire', having(expiresIn(24 * 60))],
  ['with an empty name', having({ name: '' })],
  ['with a field that nobody knows', having({ unheardOf: { of: [1] } })],
  ['with nulls', having({ preselectedCryptoCurrency: null, expiresAt: null })],
  ...Object.entries(echoTexts).map(([why, own]) => [`with ${why}`, having(own)] as const),
  ['with an id that has signs', having({ clientOrderId: idWithPunctuation('{{key}}') })],
];

/**
 * A checkout with other texts or fewer fields. The target may refuse it, since the text does not show which fields are required. If the target accepts it, it
 * must return the fields.
 */
function ifTaken(change: BodyChange, { known, chance, name }: Input) {
  const [, sort] = chance.pick(sortsOf(known));
  const plan = changed(checkoutOf(sort, chance), change);
  return edgeCase(name, plan, assertionOf('CHK-04', 'returnsIfTaken', { exchange: '#1', key: name }));
}

/** Learns whether the milliseconds of an expiry are kept, cut or rounded. */
function fraction(sort: Sort, { chance, known }: Input) {
  const key = 'milliseconds in expiresAt';
  const plan = checkoutOf(sort, chance, expiresIn(known.checkoutMinutes, '.347'));
  return edgeCase(key, plan, assertionOf('CHK-04', 'keepsFraction', { exchange: '#1', key }));
}

/** Prices that a body may not set: the price of a checkout without a price, or the prices that the settings suggest. */
const foreignPrices: Readonly<Record<string, (currency: string) => Record<string, unknown>>> = {
  'a price': (currency) => ({ fixedAmount: { amount: 6.66, currency } }),
  'a price and options': unknownOptions,
  options: (currency) => ({ suggestedAmounts: unknownOptions(currency)['suggestedAmounts'] }),
};

function foreign(sort: Sort, priceIn: (typeof foreignPrices)[string], { chance, name }: Input) {
  const prices = Object.values(checkoutPrices(sort.project));
  const currency = prices.length > 0 ? chance.pick(prices).currency : 'USD';
  const assertion =
    sort.type === 'NO_PRICE'
      ? assertionOf('CHK-02b', 'carriesNoPrice', { exchange: '#1', what: name, mayRefuse: true })
      : assertionOf('CHK-02b', 'takesSettings', { exchange: '#1', mayRefuse: true });
  return edgeCase(name, changed(checkoutOf(sort, chance), having(priceIn(currency))), assertion);
}

/** A fixed-price checkout without an amount does not say what is to be paid. */
function unpriced(sort: Sort, { chance, known }: Input) {
  const valid = checkoutOf(sort, chance);
  const plan = chance.below(2) === 0 ? changed(valid, having(expiresIn(known.checkoutMinutes))) : valid;
  const steps = [plan, changed(plan, lacking('fixedAmount'))];
  const what = 'a FIXED_PRICE checkout without fixedAmount';
  return refusalCase('CHK-03', steps, { what, keyword: 'required', place: 'body/fixedAmount' });
}

/** A checkout with estimates, created between reads of the options and the rates. */
function estimated(sort: Required<Sort>, { chance }: Input) {
  const { id, assets } = sort.project;
  const { currency } = sort.price;
  const bases = [...new Set(assets.map(currencyOf))].filter((base) => base !== currency);
  const rates = bases.map((base) => read.acquiringRate(base, currency));
  const at = rates.length + 2;
  const numbers = (from: number) => rates.map((_, index) => `#${from + index}`);
  const around = { before: numbers(2), after: numbers(at + 1), options: '#1' };
  const args = { exchange: `#${at}`, key: 'FIXED_PRICE in fiat', ...around };
  const steps = [read.depositOptions(id), ...rates, checkoutOf(sort, chance), ...rates];
  return validCase('a checkout in fiat', steps, assertionOf('CHK-07', 'estimatesBy', args));
}

/** The minutes that a checkout lives whose end is awaited, and how long before its end it is read first, and how long after it again, s. */
const lives: Table<number> = [5, 11, 20].map((minutes) => [`of ${minutes} minutes`, minutes] as const);
const [early, late] = [31, 130];

/** A checkout that nobody pays is read shortly before its end and after it; the clock is moved there. */
function leftAlone(sort: Sort, minutes: number, { known, chance }: Input) {
  const reading = recordRead(known, 'checkout', { project: sort.project.id, id: '{{1/id}}' });
  const moved = (seconds: number) => controlAction('clock', { advanceMs: seconds * 1000 });
  const steps = [
    checkoutOf(sort, chance, expiresIn(minutes)),
    moved(minutes * 60 - early),
    reading,
    moved(late),
    reading,
  ];
  return validCase('a checkout that nobody pays', steps, [
    assertionOf('LIF-08', 'expiresOnTime', {}),
    assertionOf('LIF-08', 'endsInTime', { of: 'checkout' }),
  ]);
}

/** Checkouts, valid and otherwise. */
export const checkoutCases = [
  generator({ name: 'a checkout', evidences: ['CHK-01', 'CHK-02a', 'CHK-02b', 'CHK-04'] }, (known) =>
    crossedRows(sortsOf(known), Object.entries(optional(known)), valid),
  ),
  generator(
    { name: 'a checkout with other texts or fewer fields', evidences: ['CHK-04'], isMisuse: true },
    ({ projects }) => (projects.length > 0 ? rows(changes, ifTaken) : []),
  ),
  generator(
    { name: 'a checkout that expires at a fraction of a second', evidences: ['CHK-04'], isMisuse: true },
    (known) => rows(sortsOf(known), fraction),
  ),
  generator({ name: 'a checkout with a price that is not its', evidences: ['CHK-02b'], isMisuse: true }, (known) =>
    ofType(known, 'NO_PRICE', 'SUGGESTED_FIXED_PRICE').flatMap(([name, sort]) =>
      Object.entries(foreignPrices).map(([what, priceIn]): [string, Draw] => [
        `${name} with ${what}`,
        (input) => foreign(sort, priceIn, input),
      ]),
    ),
  ),
  generator({ name: 'a checkout of a fixed price without one', evidences: ['CHK-03'], isMisuse: true }, (known) =>
    rows(ofType(known, 'FIXED_PRICE'), unpriced),
  ),
  generator({ name: 'a checkout that is left to its end', evidences: ['LIF-08'] }, (known) =>
    known.hasClock && known.paths.checkout !== undefined ? crossedRows(sortsOf(known), lives, leftAlone) : [],
  ),
  generator({ name: 'a checkout between two looks at the rates', evidences: ['CHK-07'] }, (known) =>
    rows(
      perProject(known, (project) =>
        mapped(convertedPrices(project), (price): Required<Sort> => ({ project, type: 'FIXED_PRICE', price })),
      ),
      estimated,
    ),
  ),
];
