import { farAbove } from '../../../../generators/amounts.ts';
import { bankCodes } from '../../../../generators/payin.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import { read } from '../../../../harness/plan.ts';
import type { CaseClaim } from '../../../case.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf } from '../../steps.ts';
import { odd } from '../../tabled.ts';
import { bears, rangeOf } from './amountWays.ts';
import { type Body, cellOf, methodsOf, planFor, spoken, without } from './bodies.ts';
import { type Variant, varied } from './variant.ts';

const borne = (known: Known, orderType: Method['orderType']) =>
  methodsOf(known, orderType, 'by currency and method').filter((one) => bears(known, one, rangeOf(one).least));

/** What a body with something of its own is answered with is learned under a requirement. */
function learning(method: Method, told: { requirement: string; key: string; change(body: Body): Body }): Variant {
  const { requirement, key, change } = told;
  return {
    cell: cellOf(method, key),
    draw: (chance) => {
      const body = spoken['by currency and method'](method, chance);
      const claims = [claimOf(requirement, 'answersWith', { exchange: '#1', key })];
      return body && { steps: [stepOf(planFor(method, change(body)))], label: odd(key), claims };
    },
  };
}

const put = (name: string, value: unknown) => (body: Body) => ({ ...body, [name]: value });

const codesOf = (name: string, requirement: string) => (method: Method) =>
  bankCodes.map((code) => learning(method, { requirement, key: `${name} ${code}`, change: put(name, code) }));

/** Which bank codes an IDR payment takes, and whether it needs its account (PIN-05, OUT-05). */
function bankVariants(known: Known): Variant[] {
  const inRupiah = (orderType: Method['orderType']) =>
    borne(known, orderType).filter(({ currency }) => currency === 'IDR');
  const bare = {
    requirement: 'OUT-05',
    key: 'without bankAccount',
    change: (body: Body) => without(body, 'bankAccount'),
  };
  return [
    ...inRupiah('PAYIN').flatMap(codesOf('channelCode', 'PIN-05')),
    ...inRupiah('PAYOUT').flatMap(codesOf('bankCode', 'OUT-05')),
    ...inRupiah('PAYOUT').map((method) => learning(method, bare)),
  ];
}

/** What a maximum of 0 means (MTD-09). */
function zeroVariants(known: Known): Variant[] {
  const boundless = known.methods.filter(({ maxIsZero, orderType }) => maxIsZero && orderType === 'PAYIN');
  return boundless.map(
    (method): Variant => ({
      cell: cellOf(method, 'far above a maxLimit of 0'),
      draw: (chance) => {
        const body = spoken['by paymentMethodId'](method, chance);
        const key = `${methodName(method)} far above a maxLimit of 0`;
        const claims = [claimOf('MTD-09', 'answersWith', { exchange: '#1', key })];
        return (
          body && { steps: [stepOf(planFor(method, { ...body, amount: farAbove(method) }))], label: odd(key), claims }
        );
      },
    }),
  );
}

/** The receiver that a EUR pay-out shows which names none (OUT-03b). */
function receiverVariants(known: Known): Variant[] {
  return borne(known, 'PAYOUT')
    .filter(({ currency }) => currency === 'EUR')
    .map(
      (method): Variant => ({
        cell: cellOf(method, 'no receiverName'),
        draw: (chance) => {
          const body = spoken['by currency and method'](method, chance);
          if (!body) return undefined;
          const steps = [
            stepOf(planFor(method, without(body, 'receiverName'))),
            stepOf(read.search({ clientOrderId: '{{key}}' })),
            stepOf(read.payment('{{2/content/0/id}}')),
          ];
          const claims = [claimOf('OUT-03b', 'receiverShown', { exchange: '#1', key: methodName(method) })];
          return { steps, label: odd('a pay-out without receiverName'), claims };
        },
      }),
    );
}

/** What payUrl a pay-in by crypto transfer has, and what others must have (PAY-10b, PAY-10c). */
function payUrlVariants(known: Known): Variant[] {
  const claimFor = (method: Method): CaseClaim =>
    method.methodKey === 'CRYPTOCOIN'
      ? claimOf('PAY-10c', 'payUrlIs', { exchange: '#1', key: 'CRYPTOCOIN' })
      : claimOf('PAY-10b', 'hasPayUrl', { exchange: '#1' });
  return methodsOf(known, 'PAYIN').map(
    (method): Variant => ({
      cell: cellOf(method),
      draw: (chance) => {
        const body = spoken['by paymentMethodId'](method, chance);
        return (
          body && {
            steps: [stepOf(planFor(method, body))],
            label: odd('what payUrl there is'),
            claims: [claimFor(method)],
          }
        );
      },
    }),
  );
}

/** Paths under HTTP methods of which nothing is shown (GEN-03). */
function methodVariants(known: Known): Variant[] {
  const anyPayin = (chance: Chance) => {
    const [method] = borne(known, 'PAYIN');
    const body = method && spoken['by currency and method'](method, chance);
    return body && planFor(method, body);
  };
  const plans = {
    methods: () => read.methods(),
    payments: () => read.payments(),
    search: () => read.search({}),
    payin: anyPayin,
  };
  return Object.values(plans).flatMap((planOf, at) =>
    ['PUT', 'PATCH', 'DELETE'].map(
      (method): Variant => ({
        cell: `${method} ${Object.keys(plans)[at]}`,
        draw: (chance) => {
          const plan = planOf(chance);
          const key = plan && `${method} ${plan.operation.split(' ')[1]}`;
          const claims = key === undefined ? [] : [claimOf('GEN-03', 'answersWith', { exchange: '#1', key })];
          return plan && { steps: [{ ...stepOf(plan), method }], label: odd(`${method}, which is not shown`), claims };
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

/** What interface.md leaves open: learned, to be pinned. */
export const observedMoves: readonly Move[] = table.map(([name, evidences, isMisuse, variants]) =>
  varied({ name, evidences, posts: 1, isMisuse, variants }),
);
