import { farAbove } from '../../../../generators/amounts/amounts.ts';
import { bankCodes } from '../../../../generators/payloads/payin.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { read, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { amountRange, isCoveredByBalance } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator } from '../../builder/combinationGenerator.ts';
import {
  type Body,
  combinationName,
  listedMethods,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import { edgeCaseLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

const borne = (known: TargetInventory, orderType: Method['orderType']) =>
  listedMethods(known, orderType, 'by currency and method').filter((one) =>
    isCoveredByBalance(known, one, amountRange(one).least),
  );

/** Learns how a changed body is answered, under a requirement. */
function learning(
  method: Method,
  subject: { requirement: string; key: string; change(body: Body): Record<string, unknown> },
): CombinationCase {
  const { requirement, key, change } = subject;
  return {
    combination: combinationName(method, key),
    draw: (chance) => {
      const body = methodReferences['by currency and method'](method, chance);
      const assertions = [assertionOf(requirement, 'answersWith', { exchange: '#1', key })];
      if (!body) return undefined;
      const plan = withBody(paymentPlan(method, body), change(body));
      return { steps: [stepOf(plan)], label: edgeCaseLabel(key), claims: assertions };
    },
  };
}

const put = (name: string, value: unknown) => (body: Body) => ({ ...body, [name]: value });

const codesOf = (name: string, requirement: string) => (method: Method) =>
  bankCodes.map((code) => learning(method, { requirement, key: `${name} ${code}`, change: put(name, code) }));

/** Learns which bank codes an IDR payment accepts, and whether it needs its account (PIN-05, OUT-05). */
function bankVariants(known: TargetInventory): CombinationCase[] {
  const inRupiah = (orderType: Method['orderType']) =>
    borne(known, orderType).filter(({ currency }) => currency === 'IDR');
  const bare = {
    requirement: 'OUT-05',
    key: 'without bankAccount',
    change: (body: Body) => withoutFields(body, 'bankAccount'),
  };
  return [
    ...inRupiah('PAYIN').flatMap(codesOf('channelCode', 'PIN-05')),
    ...inRupiah('PAYOUT').flatMap(codesOf('bankCode', 'OUT-05')),
    ...inRupiah('PAYOUT').map((method) => learning(method, bare)),
  ];
}

/** Learns what a maximum of 0 means (MTD-09). */
function zeroVariants(known: TargetInventory): CombinationCase[] {
  const boundless = known.methods.filter(({ maxIsZero, orderType }) => maxIsZero && orderType === 'PAYIN');
  return boundless.map(
    (method): CombinationCase => ({
      combination: combinationName(method, 'far above a maxLimit of 0'),
      draw: (chance) => {
        const body = methodReferences['by paymentMethodId'](method, chance);
        const key = `${methodName(method)} far above a maxLimit of 0`;
        const assertions = [assertionOf('MTD-09', 'answersWith', { exchange: '#1', key })];
        return (
          body && {
            steps: [stepOf(paymentPlan(method, { ...body, amount: farAbove(method) }))],
            label: edgeCaseLabel(key),
            claims: assertions,
          }
        );
      },
    }),
  );
}

/** Learns which receiver a EUR pay-out shows if its body names none (OUT-03b). */
function receiverVariants(known: TargetInventory): CombinationCase[] {
  return borne(known, 'PAYOUT')
    .filter(({ currency }) => currency === 'EUR')
    .map(
      (method): CombinationCase => ({
        combination: combinationName(method, 'no receiverName'),
        draw: (chance) => {
          const body = methodReferences['by currency and method'](method, chance);
          if (!body) return undefined;
          const steps = [
            stepOf(withBody(paymentPlan(method, body), withoutFields(body, 'receiverName'))),
            stepOf(read.search({ clientOrderId: '{{key}}' })),
            stepOf(read.payment('{{2/content/0/id}}')),
          ];
          const assertions = [assertionOf('OUT-03b', 'receiverShown', { exchange: '#1', key: methodName(method) })];
          return { steps, label: edgeCaseLabel('a pay-out without receiverName'), claims: assertions };
        },
      }),
    );
}

/** Learns the payUrl of a pay-in by crypto transfer (PAY-10c), and asserts that other pay-ins have one (PAY-10b). */
function payUrlVariants(known: TargetInventory): CombinationCase[] {
  const assertionFor = (method: Method): CaseAssertion =>
    method.methodKey === 'CRYPTOCOIN'
      ? assertionOf('PAY-10c', 'payUrlIs', { exchange: '#1', key: 'CRYPTOCOIN' })
      : assertionOf('PAY-10b', 'hasPayUrl', { exchange: '#1' });
  return listedMethods(known, 'PAYIN').map(
    (method): CombinationCase => ({
      combination: combinationName(method),
      draw: (chance) => {
        const body = methodReferences['by paymentMethodId'](method, chance);
        return (
          body && {
            steps: [stepOf(paymentPlan(method, body))],
            label: edgeCaseLabel('what payUrl there is'),
            claims: [assertionFor(method)],
          }
        );
      },
    }),
  );
}

/** Learns how paths answer HTTP methods about which the text says nothing (GEN-03). */
function methodVariants(known: TargetInventory): CombinationCase[] {
  const anyPayin = (chance: SeededRandom) => {
    const [method] = borne(known, 'PAYIN');
    const body = method && methodReferences['by currency and method'](method, chance);
    return body && paymentPlan(method, body);
  };
  const plans = {
    methods: () => read.methods(),
    payments: () => read.payments(),
    search: () => read.search({}),
    payin: anyPayin,
  };
  return Object.values(plans).flatMap((planOf, at) =>
    ['PUT', 'PATCH', 'DELETE'].map(
      (method): CombinationCase => ({
        combination: `${method} ${Object.keys(plans)[at]}`,
        draw: (chance) => {
          const plan = planOf(chance);
          const key = plan && `${method} ${plan.operation.split(' ')[1]}`;
          const assertions = key === undefined ? [] : [assertionOf('GEN-03', 'answersWith', { exchange: '#1', key })];
          return (
            plan && {
              steps: [{ ...stepOf(plan), method }],
              label: edgeCaseLabel(`${method}, which is not shown`),
              claims: assertions,
            }
          );
        },
      }),
    ),
  );
}

const table = [
  ['bank code of a payment in IDR', ['PIN-05', 'OUT-05'], true, bankVariants],
  ['amount far above a maxLimit of 0', ['MTD-09'], true, zeroVariants],
  ['receiver of a EUR pay-out', ['OUT-03b'], false, receiverVariants],
  ['payUrl of a pay-in', ['PAY-10b', 'PAY-10c'], false, payUrlVariants],
  ['another HTTP method', ['GEN-03'], true, methodVariants],
] as const;

/** Behaviour that interface.md leaves open. It is learned, and can then serve as baseline values. */
export const unspecifiedBehaviourCases: readonly CaseGenerator[] = table.map(([name, evidences, isMisuse, variants]) =>
  combinationGenerator({ name, evidences, posts: 1, isMisuse, variants }),
);
