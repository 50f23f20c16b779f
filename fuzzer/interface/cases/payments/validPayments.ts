import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { cardDetails, cardSubmissions, hostToHostBody } from '../../../../generators/payloads/payin.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseStep } from '../../../engine/cases/fuzzCase.ts';
import {
  type AmountRange,
  amountRange,
  coveredRange,
  isCoveredByBalance,
  validAmounts,
} from '../../builder/amountRanges.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, validCase } from '../../builder/cases.ts';
import {
  listedMethods,
  type MethodReference,
  methodReferences,
  methodTable,
  paymentCase,
} from '../../builder/payments.ts';
import { crossed, crossedBySecond, type Draw, generator, mapped, nameTable } from '../../builder/tables.ts';
import { methodBody } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Asserts what the answer to a valid creation of a payment shows, or what the creation leads to (PIN-01, OUT-01). */
export function acceptanceAssertion(
  { orderType }: Pick<Method, 'orderType'>,
  exchange: string,
  what: string,
): CaseAssertion {
  return orderType === 'PAYIN'
    ? assertionOf('PIN-01', 'answersPayment', { exchange, what })
    : assertionOf('OUT-01', 'isFound', { exchange, what });
}

/** Makes the further assertions that apply to a payment of this method, reference and amount. */
function furtherAssertions(method: Method, way: MethodReference, amount: string): CaseAssertion[] {
  const name = methodName(method);
  const byId = way === 'by paymentMethodId';
  const conditions: Readonly<Record<string, [isSo: boolean, what: string]>> = {
    'MTD-06': [byId, `exactly the required fields of ${name}`],
    'SBX-09': [byId, `${name}, which is listed`],
    'MTD-08': [byId && /least|most/.test(amount), `${amount} of ${name}`],
    'OUT-03a': [!byId && method.orderType === 'PAYOUT' && method.currency === 'EUR', `${name} without receiverName`],
  };
  return Object.entries(conditions).flatMap(([requirement, [isSo, what]]) =>
    isSo ? [assertionOf(requirement, 'accepted', { exchange: '#1', what })] : [],
  );
}

/** Draws a payment of an amount within its limits. If the balance may not cover the amount, the outcome is not asserted. */
function paymentOf(method: Method, way: MethodReference, range: AmountRange): (amount: string) => Draw {
  return (name) =>
    paymentCase(method, way, ({ plan }, { known, chance }) => {
      const amount = validAmounts[name]?.(range, chance);
      if (!amount) return undefined;
      const steps = [plan({ amount: jsonNumber(amount) })];
      const what = methodName(method);
      return isCoveredByBalance(known, method, amount)
        ? validCase(`${name} of ${what} ${way}`, steps, [
            acceptanceAssertion(method, '#1', `${what} of ${name}`),
            ...furtherAssertions(method, way, name),
          ])
        : edgeCase('it is not known what the account holds', steps);
    });
}

const evidences = {
  PAYIN: { name: 'sound pay-in', evidences: ['PIN-01'] },
  PAYOUT: { name: 'sound pay-out', evidences: ['OUT-01'] },
  'by paymentMethodId': ['MTD-06', 'MTD-08', 'SBX-09'],
  'by currency and method': ['OUT-03a'],
};

const ordinary = (['PAYIN', 'PAYOUT'] as const).flatMap((orderType) =>
  methodReferences.map((way) => {
    const of = evidences[orderType];
    return generator({ name: `${of.name} ${way}`, evidences: [...of.evidences, ...evidences[way]] }, (known) => {
      const payments = mapped(methodTable(listedMethods(known, orderType, way)), (method) => {
        const range = coveredRange(known, method);
        return range && paymentOf(method, way, range);
      });
      return crossedBySecond(payments, nameTable(Object.keys(validAmounts)), (payment, amount) => payment(amount));
    });
  }),
);

/** Returns the number of the mock card whose pay-outs fail, so that the maximum of a method returns to the balance (§ Sandbox). */
const returning = ({ mockCards }: TargetInventory, { orderType, methodKey }: Method) =>
  orderType === 'PAYOUT' && methodKey === 'CC_VISAMC' && mockCards ? { cardNumber: mockCards.failed } : {};

const most: Readonly<Record<string, (range: AmountRange) => AmountRange['most']>> = {
  'the most': (range) => range.most,
  'a unit below the most': ({ most: top, scale }) => top.minus(`1e-${scale}`),
};

/** The maximum of a method, if the balance covers it. */
const largest = generator({ name: 'sound payment of the most', evidences: ['MTD-08'] }, (known) => {
  const limited = methodTable(known.methods.filter(({ maxLimit }) => maxLimit));
  const ways = mapped(Object.entries(most), (mostOf, name) => ({ mostOf, name }));
  return crossedBySecond(limited, ways, (method, { mostOf, name }) => {
    const range = amountRange(method);
    const amount = mostOf(range);
    if (!isCoveredByBalance(known, method, amount) || amount.lt(range.least)) return undefined;
    const what = `${name} of ${methodName(method)}`;
    const assertion = assertionOf('MTD-08', 'accepted', { exchange: '#1', what });
    return paymentCase(method, 'by paymentMethodId', ({ plan }) =>
      validCase(what, plan({ amount: jsonNumber(amount), ...returning(known, method) }), assertion),
    );
  });
});

/** Pay-ins and pay-outs that interface.md and the target's own list allow. */
export const validPaymentCases = [...ordinary, largest];

/** The time for which a case checks that a pay-out to another card stays PENDING, ms. */
const windowMs = 5_000;

/** A card of a sandbox, and the status that a pay-out to it reaches; it stays PENDING if there is none (§ Sandbox, mock pay-out cards). */
interface Scenario {
  requirement: string;
  cardsOf(known: TargetInventory): readonly string[];
  status?: 'FAILED' | 'SUCCESS';
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'the failing mock card': {
    requirement: 'SBX-03',
    cardsOf: ({ mockCards }) => (mockCards ? [mockCards.failed] : []),
    status: 'FAILED',
  },
  'the succeeding mock card': {
    requirement: 'SBX-04',
    cardsOf: ({ mockCards }) => (mockCards ? [mockCards.success] : []),
    status: 'SUCCESS',
  },
  'another card': { requirement: 'SBX-05', cardsOf: ({ mockCards, cards }) => (mockCards ? cards : []) },
};

/** Returns the card pay-out methods that a balance covers. */
export function cardMethods(known: TargetInventory): Method[] {
  return listedMethods(known, 'PAYOUT').filter(
    (method) =>
      method.methodKey === 'CC_VISAMC' && coveredRange(known, method) && known.balance(method.currency) !== undefined,
  );
}

/** Pay-outs to the cards of a sandbox, which have known outcomes. */
export const mockCardCases = [
  generator({ name: 'pay-out to a mock card', evidences: ['SBX-03', 'SBX-04', 'SBX-05'] }, (known) =>
    Object.entries(scenarios).flatMap(([to, { requirement, cardsOf, status }]) => {
      const cards = cardsOf(known);
      if (cards.length === 0) return [];
      const payouts = crossed(methodTable(cardMethods(known)), nameTable([to]), (method) => method);
      return crossed(payouts, nameTable(methodReferences), (method, way) =>
        paymentCase(method, way, ({ plan }, { chance }) => {
          const range = coveredRange(known, method);
          const amount = range && (validAmounts['near the least']?.(range, chance) ?? range.least);
          if (!amount) return undefined;
          const cardNumber = chance.pick(cards);
          const what = `a pay-out of ${methodName(method)} to ${to}`;
          const created = '#1';
          const search = status && stepOf(read.search({ clientOrderId: '{{key}}' }), { until: [status] });
          return validCase(
            what,
            [plan({ amount: jsonNumber(amount), cardNumber }), ...(search ? [search] : [])],
            [
              // A target may refuse cards of networks that it does not know.
              ...(cardNumber === cards[0] ? [assertionOf(requirement, 'accepted', { exchange: created, what })] : []),
              status
                ? assertionOf(requirement, 'reaches', { created, status })
                : assertionOf(requirement, 'staysPending', { created, windowMs }),
            ],
          );
        }),
      );
    }),
  ),
];

/** True for methods of card pay-ins whose required fields all exist in host-to-host (§ Payments, rule 5). */
const isPlain = ({ methodKey, required }: Method) =>
  methodKey === 'CC_VISAMC' && !required.some((name) => ['firstName', 'lastName'].includes(name));

/** Sends a plan to a target-specific path, which is no operation of the contract. */
function elsewhere(plan: Plan, path: string): CaseStep {
  const { operation: _, ...step } = stepOf(plan);
  return { ...step, path };
}

/**
 * A host-to-host pay-in and the card that pays it, at the paths that the target file names. The text does not show how a year is written, so both forms are
 * sent.
 */
export const hostToHostCases = generator(
  { name: 'a card that is submitted', evidences: ['PIN-10', 'PAY-15'], posts: 3 },
  (known) => {
    const { paths, cards } = known;
    const { h2hPayin, h2hCard } = paths;
    if (!h2hPayin || !h2hCard) return [];
    return mapped(methodTable(listedMethods(known, 'PAYIN').filter(isPlain)), (method, name) => ({ chance }) => {
      const body = methodBody(method, chance);
      const pan = method.samples['cardNumber'] ?? cards[0];
      if (!body || pan === undefined) return undefined;
      const path = h2hCard.replace('{paymentId}', '{{1/id}}');
      const submitted = cardSubmissions(pan, chance.pick(cardDetails)).map((one) => elsewhere(create.card(one), path));
      const steps = [elsewhere(create.payin(hostToHostBody(body)), h2hPayin), ...submitted];
      return validCase(`a card for ${name}`, steps, [
        assertionOf('PIN-10', 'accepted', { exchange: '#1', what: 'a host-to-host pay-in' }),
        assertionOf('PAY-15', 'isHostToHost', { exchange: '#1', what: 'a host-to-host pay-in' }),
        assertionOf('PAY-15', 'areHostToHost', { path: h2hPayin }),
        assertionOf('PIN-10', 'answersCard', { exchange: '#2', others: ['#3'] }),
      ]);
    });
  },
);
