import { farAbove } from '../../../../generators/amounts/amounts.ts';
import { bankCodes } from '../../../../generators/payloads/payin.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import { type BodyChange, changed, having, lacking } from '../../builder/bodyChanges.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, learned } from '../../builder/cases.ts';
import {
  coveredMethods,
  drawPayment,
  listedMethods,
  methodRows,
  methodTable,
  paymentCase,
  variedMethods,
} from '../../builder/payments.ts';
import { type Draw, generator, mapped } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** A change of a body whose answer is learned under a requirement. */
interface Change {
  requirement: string;
  key: string;
  change: BodyChange;
}

const changedPayment = (method: Method, { requirement, key, change }: Change): Draw =>
  paymentCase(method, 'by currency and method', ({ plan }) =>
    edgeCase(key, changed(plan(), change), learned(requirement, key)),
  );

const codesOf = (name: string, requirement: string): Change[] =>
  bankCodes.map((code) => ({ requirement, key: `${name} ${code}`, change: having({ [name]: code }) }));

const bare: Change = {
  requirement: 'OUT-05',
  key: 'without bankAccount',
  change: lacking('bankAccount'),
};

/** Learns which bank codes an IDR payment accepts, and whether it needs its account (PIN-05, OUT-05). */
function bankRows(known: TargetInventory) {
  const rowsOf = (orderType: Method['orderType'], changes: readonly Change[]) =>
    variedMethods(
      coveredMethods(known, orderType, 'by currency and method').filter(({ currency }) => currency === 'IDR'),
      () => changes.map((one) => [one.key, one] as const),
      changedPayment,
    );
  return [
    ...rowsOf('PAYIN', codesOf('channelCode', 'PIN-05')),
    ...rowsOf('PAYOUT', codesOf('bankCode', 'OUT-05')),
    ...rowsOf('PAYOUT', [bare]),
  ];
}

/** Learns what a maximum of 0 means (MTD-09). */
const farAboveZero = (method: Method): Draw =>
  paymentCase(method, 'by paymentMethodId', ({ plan }) => {
    const key = `${methodName(method)} far above a maxLimit of 0`;
    return edgeCase(key, plan({ amount: farAbove(method) }), learned('MTD-09', key));
  });

/** Learns which receiver a EUR pay-out shows if its body names none (OUT-03b). */
const withoutReceiver = (method: Method): Draw =>
  paymentCase(method, 'by currency and method', ({ plan }) =>
    edgeCase(
      'a pay-out without receiverName',
      [
        changed(plan(), lacking('receiverName')),
        read.search({ clientOrderId: '{{key}}' }),
        read.payment('{{2/content/0/id}}'),
      ],
      assertionOf('OUT-03b', 'receiverShown', { exchange: '#1', key: methodName(method) }),
    ),
  );

/** Learns the payUrl of a pay-in by crypto transfer (PAY-10c), and asserts that other pay-ins have one (PAY-10b). */
const payUrl = (method: Method): Draw =>
  paymentCase(method, 'by paymentMethodId', ({ plan }) =>
    edgeCase('what payUrl there is', plan(), [
      method.methodKey === 'CRYPTOCOIN'
        ? assertionOf('PAY-10c', 'payUrlIs', { exchange: '#1', key: 'CRYPTOCOIN' })
        : assertionOf('PAY-10b', 'hasPayUrl', { exchange: '#1' }),
    ]),
  );

/** The paths that are requested with other HTTP methods. */
const plans: Readonly<Record<string, (...input: Parameters<Draw>) => Plan | undefined>> = {
  methods: () => read.methods(),
  payments: () => read.payments(),
  search: () => read.search({}),
  payin: ({ known, chance }) => {
    const [method] = coveredMethods(known, 'PAYIN', 'by currency and method');
    return method && drawPayment(method, 'by currency and method', chance)?.plan();
  },
};

/** Learns how a path answers an HTTP method about which the text says nothing (GEN-03). */
const byOtherMethod =
  (method: string, planOf: (typeof plans)[string]): Draw =>
  (input) => {
    const plan = planOf(input);
    const assertions = plan && learned('GEN-03', `${method} ${plan.operation.split(' ')[1]}`);
    return plan && edgeCase(`${method}, which is not shown`, { ...stepOf(plan), method }, assertions);
  };

const otherMethods = Object.entries(plans).flatMap(([what, planOf]) =>
  ['PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${what}`, byOtherMethod(method, planOf)] as const),
);

/** Behaviour that interface.md leaves open. It is learned, and can then serve as baseline values. */
export const unspecifiedBehaviourCases = [
  generator({ name: 'bank code of a payment in IDR', evidences: ['PIN-05', 'OUT-05'], isMisuse: true }, bankRows),
  generator({ name: 'amount far above a maxLimit of 0', evidences: ['MTD-09'], isMisuse: true }, (known) => {
    const unlimited = listedMethods(known, 'PAYIN').filter(({ maxIsZero }) => maxIsZero);
    return methodRows(unlimited, 'far above a maxLimit of 0', farAboveZero);
  }),
  generator({ name: 'receiver of a EUR pay-out', evidences: ['OUT-03b'] }, (known) => {
    const inEuro = coveredMethods(known, 'PAYOUT', 'by currency and method').filter((one) => one.currency === 'EUR');
    return methodRows(inEuro, 'no receiverName', withoutReceiver);
  }),
  generator({ name: 'payUrl of a pay-in', evidences: ['PAY-10b', 'PAY-10c'] }, (known) =>
    mapped(methodTable(listedMethods(known, 'PAYIN')), payUrl),
  ),
  generator({ name: 'another HTTP method', evidences: ['GEN-03'], isMisuse: true }, otherMethods),
];
