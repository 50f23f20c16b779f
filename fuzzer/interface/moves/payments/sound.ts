import { jsonNumber } from '../../../../generators/prices.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import type { CaseClaim } from '../../../case.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf } from '../../steps.ts';
import { odd, valid } from '../../tabled.ts';
import { bears, borneRange, rangeOf, soundAmounts } from './amountWays.ts';
import { allWays, cellOf, methodsOf, planFor, spoken, type Way } from './bodies.ts';
import { type Variant, varied } from './variant.ts';

/** What a sound creation of a payment answers or leads to (PIN-01, OUT-01). */
export function soundClaim({ orderType }: Pick<Method, 'orderType'>, exchange: string, what: string): CaseClaim {
  return orderType === 'PAYIN'
    ? claimOf('PIN-01', 'answersPayment', { exchange, what })
    : claimOf('OUT-01', 'isFound', { exchange, what });
}

/** What else its acceptance shows, by what is said of it. */
function furtherClaims(method: Method, way: Way, amount: string): CaseClaim[] {
  const exchange = '#1';
  const name = methodName(method);
  const byId = way === 'by paymentMethodId';
  const claims: Readonly<Record<string, [isSo: boolean, what: string]>> = {
    'MTD-06': [byId, `exactly the required fields of ${name}`],
    'SBX-09': [byId, `${name}, which is listed`],
    'MTD-08': [byId && /least|most/.test(amount), `${amount} of ${name}`],
    'OUT-03a': [!byId && method.orderType === 'PAYOUT' && method.currency === 'EUR', `${name} without receiverName`],
  };
  return Object.entries(claims).flatMap(([requirement, [isSo, what]]) =>
    isSo ? [claimOf(requirement, 'accepted', { exchange, what })] : [],
  );
}

function soundVariants(known: Known, orderType: Method['orderType'], way: Way): Variant[] {
  return Object.entries(soundAmounts).flatMap(([name, amountOf]) =>
    methodsOf(known, orderType, way).flatMap((method): Variant[] => {
      const range = borneRange(known, method);
      if (!range) return [];
      const draw: Variant['draw'] = (chance) => {
        const [body, amount] = [spoken[way](method, chance), amountOf(range, chance)];
        if (!body || !amount) return undefined;
        const isSure = bears(known, method, amount) === true;
        const claims = [
          soundClaim(method, '#1', `${methodName(method)} of ${name}`),
          ...furtherClaims(method, way, name),
        ];
        const steps = [stepOf(planFor(method, { ...body, amount: jsonNumber(amount) }))];
        return isSure
          ? { steps, label: valid(`${name} of ${methodName(method)} ${way}`), claims }
          : { steps, label: odd('it is not known what the account holds') };
      };
      return [{ cell: cellOf(method, name), draw }];
    }),
  );
}

const evidences = { PAYIN: ['PIN-01'], PAYOUT: ['OUT-01'] };
const names = { PAYIN: 'pay-in', PAYOUT: 'pay-out' };
const more = { 'by paymentMethodId': ['MTD-06', 'MTD-08', 'SBX-09'], 'by currency and method': ['OUT-03a'] };

const ordinary = (['PAYIN', 'PAYOUT'] as const).flatMap((orderType) =>
  allWays.map((way) =>
    varied({
      name: `sound ${names[orderType]} ${way}`,
      evidences: [...evidences[orderType], ...more[way]],
      posts: 1,
      isMisuse: false,
      variants: (known) => soundVariants(known, orderType, way),
    }),
  ),
);

/** The mock card whose pay-out fails gives the most that a method takes back (§ Sandbox). */
const returning = ({ mockCards }: Known, { orderType, methodKey }: Method) =>
  orderType === 'PAYOUT' && methodKey === 'CC_VISAMC' && mockCards ? { cardNumber: mockCards.failed } : {};

const most: Record<string, (most: ReturnType<typeof rangeOf>) => ReturnType<typeof rangeOf>['most']> = {
  'the most': (range) => range.most,
  'a unit below the most': ({ most: top, scale }) => top.minus(`1e-${scale}`),
};

/** The most that a method takes, where the balance bears it. */
const largest = varied({
  name: 'sound payment of the most',
  evidences: ['MTD-08'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    Object.entries(most).flatMap(([name, mostOf]) =>
      known.methods.flatMap((method): Variant[] => {
        const amount = mostOf(rangeOf(method));
        if (!method.maxLimit || !bears(known, method, amount) || amount.lt(rangeOf(method).least)) return [];
        const draw: Variant['draw'] = (chance) => {
          const body = spoken['by paymentMethodId'](method, chance);
          const what = `${name} of ${methodName(method)}`;
          const plan = planFor(method, { ...body, amount: jsonNumber(amount), ...returning(known, method) });
          return (
            body && {
              steps: [stepOf(plan)],
              label: valid(what),
              claims: [claimOf('MTD-08', 'accepted', { exchange: '#1', what })],
            }
          );
        };
        return [{ cell: cellOf(method, name), draw }];
      }),
    ),
});

/** Pay-ins and pay-outs that interface.md and the target's own list allow. */
export const soundMoves: readonly Move[] = [...ordinary, largest];
