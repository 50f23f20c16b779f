import { likenesses } from '../../../../generators/ids.ts';
import type { FuzzCase } from '../../../case.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf, type Unusual } from '../../steps.ts';
import { odd } from '../../tabled.ts';
import { allKinds, type Kind, kinds } from './kinds.ts';
import { type Variant, varied } from './variant.ts';

const key = '{{key}}';

/** Ids of 256 characters beyond ASCII, the fresh part not among those that are counted. */
const wide: Readonly<Record<string, string>> = {
  'characters of two bytes': `${key}${'é'.repeat(100)}`,
  'characters of four bytes': `${key}${'𝄞'.repeat(100)}`,
  'spaces within': `${key} a b`,
  'marks of ASCII': `${key}-a&b<c>"d"'e'\\f/%00`,
  'a line break': `${key}\n`,
};

function twoPlans(known: Known, chance: Chance, [first, second]: readonly [Kind, Kind]) {
  const [one, other] = [kinds[first](known, chance), kinds[second](known, chance)];
  return one && other ? ([one, other] as const) : undefined;
}

/** What counts as the same id is not shown: two uses are compared, and what is told is learned (LIM-01c). */
function compared(
  known: Known,
  chance: Chance,
  told: { key: string; kinds: readonly [Kind, Kind]; ids: readonly [string, string]; unusual?: Unusual },
): FuzzCase | undefined {
  const found = twoPlans(known, chance, told.kinds);
  if (!found) return undefined;
  const [one, other] = found;
  // Of one kind it is the same order, so that nothing but its id differs.
  const second = told.kinds[0] === told.kinds[1] ? one : other;
  return {
    steps: [stepOf(one.plan(told.ids[0])), stepOf(second.plan(told.ids[1]), told.unusual)],
    label: odd(`what counts as the same clientOrderId: ${told.key}`),
    claims: [claimOf('LIM-01c', 'countsAs', { first: '#1', second: '#2', key: told.key })],
  };
}

function likenessVariants(known: Known): Variant[] {
  const { second } = known.accounts;
  const pairs = allKinds.flatMap((one) =>
    allKinds.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  const article = (kind: Kind) => (kind === 'exchange order' ? `an ${kind}` : `a ${kind}`);
  return [
    ...Object.entries(likenesses(key)).map(
      ([why, ids]): Variant => ({
        cell: why,
        draw: (chance) => compared(known, chance, { key: why, kinds: ['pay-in', 'pay-in'], ids }),
      }),
    ),
    ...pairs.map(([one, other]): Variant => {
      const why = `${article(other)} after ${article(one)}`;
      return {
        cell: why,
        draw: (chance) => compared(known, chance, { key: why, kinds: [one, other], ids: [key, key] }),
      };
    }),
    ...(second === undefined
      ? []
      : [
          {
            cell: 'another account',
            draw: (chance: Chance) =>
              compared(known, chance, {
                key: 'another account',
                kinds: ['pay-in', 'pay-in'],
                ids: [key, key],
                unusual: { account: second },
              }),
          },
        ]),
  ];
}

const alike = varied({
  name: 'clientOrderIds that are nearly the same',
  evidences: ['LIM-01c'],
  posts: 2,
  isMisuse: true,
  variants: likenessVariants,
});

const characters = varied({
  name: 'characters of a clientOrderId',
  evidences: ['LIM-01c'],
  posts: 1,
  isMisuse: true,
  variants: (known) =>
    Object.entries(wide).flatMap(([why, id]) =>
      allKinds.map(
        (kind): Variant => ({
          cell: `${kind}, ${why}`,
          draw: (chance) => {
            const order = kinds[kind](known, chance);
            const claims = [claimOf('LIM-01c', 'answersWith', { exchange: '#1', key: `${kind}, ${why}` })];
            return order && { steps: [stepOf(order.plan(id))], label: odd(`a clientOrderId with ${why}`), claims };
          },
        }),
      ),
    ),
});

/** Ids of which the text does not say whether they are the same, or taken. */
export const likenessMoves: readonly Move[] = [alike, characters];
