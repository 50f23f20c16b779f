import { equivalentIds } from '../../../../generators/texts/ids.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, type StepOverrides, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator } from '../../builder/combinationGenerator.ts';
import { edgeCaseLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { keyedOrders, type OrderKind, orderKinds } from './orderKinds.ts';

const key = '{{key}}';

/** Ids with unusual characters, which follow the part that is made at each sending. */
const wide: Readonly<Record<string, string>> = {
  'characters of two bytes': `${key}${'é'.repeat(100)}`,
  'characters of four bytes': `${key}${'𝄞'.repeat(100)}`,
  'spaces within': `${key} a b`,
  'marks of ASCII': `${key}-a&b<c>"d"'e'\\f/%00`,
  'a line break': `${key}\n`,
};

function twoPlans(known: TargetInventory, chance: SeededRandom, [first, second]: readonly [OrderKind, OrderKind]) {
  const [one, other] = [keyedOrders[first](known, chance), keyedOrders[second](known, chance)];
  return one && other ? ([one, other] as const) : undefined;
}

/** Compares two uses of ids. The text does not define which ids are the same, so the result is learned (LIM-01c). */
function compared(
  known: TargetInventory,
  chance: SeededRandom,
  comparison: {
    key: string;
    kinds: readonly [OrderKind, OrderKind];
    ids: readonly [string, string];
    unusual?: StepOverrides;
  },
): FuzzCase | undefined {
  const found = twoPlans(known, chance, comparison.kinds);
  if (!found) return undefined;
  const [one, other] = found;
  // If both uses are for one kind of order, they use the same order, so that only the id differs.
  const second = comparison.kinds[0] === comparison.kinds[1] ? one : other;
  return {
    steps: [stepOf(one.plan(comparison.ids[0])), stepOf(second.plan(comparison.ids[1]), comparison.unusual)],
    label: edgeCaseLabel(`what counts as the same clientOrderId: ${comparison.key}`),
    claims: [assertionOf('LIM-01c', 'countsAs', { first: '#1', second: '#2', key: comparison.key })],
  };
}

function similarIdVariants(known: TargetInventory): CombinationCase[] {
  const { second } = known.accounts;
  const pairs = orderKinds.flatMap((one) =>
    orderKinds.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  const article = (kind: OrderKind) => (kind === 'exchange order' ? `an ${kind}` : `a ${kind}`);
  return [
    ...Object.entries(equivalentIds(key)).map(
      ([why, ids]): CombinationCase => ({
        combination: why,
        draw: (chance) => compared(known, chance, { key: why, kinds: ['pay-in', 'pay-in'], ids }),
      }),
    ),
    ...pairs.map(([one, other]): CombinationCase => {
      const why = `${article(other)} after ${article(one)}`;
      return {
        combination: why,
        draw: (chance) => compared(known, chance, { key: why, kinds: [one, other], ids: [key, key] }),
      };
    }),
    ...(second === undefined
      ? []
      : [
          {
            combination: 'another account',
            draw: (chance: SeededRandom) =>
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

const alike = combinationGenerator({
  name: 'clientOrderIds that are nearly the same',
  evidences: ['LIM-01c'],
  posts: 2,
  isMisuse: true,
  variants: similarIdVariants,
});

const characters = combinationGenerator({
  name: 'characters of a clientOrderId',
  evidences: ['LIM-01c'],
  posts: 1,
  isMisuse: true,
  variants: (known) =>
    Object.entries(wide).flatMap(([why, id]) =>
      orderKinds.map(
        (kind): CombinationCase => ({
          combination: `${kind}, ${why}`,
          draw: (chance) => {
            const order = keyedOrders[kind](known, chance);
            const assertions = [assertionOf('LIM-01c', 'answersWith', { exchange: '#1', key: `${kind}, ${why}` })];
            return (
              order && {
                steps: [stepOf(order.plan(id))],
                label: edgeCaseLabel(`a clientOrderId with ${why}`),
                claims: assertions,
              }
            );
          },
        }),
      ),
    ),
});

/** Ids that the text does not define as equal or as acceptable. */
export const similarIdCases: readonly CaseGenerator[] = [alike, characters];
