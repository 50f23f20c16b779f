import { equivalentIds } from '../../../../generators/texts/ids.ts';
import { assertionOf, type StepOverrides, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, learned } from '../../builder/cases.ts';
import { type Draw, generator, mapped, type Table } from '../../builder/tables.ts';
import { keyedOrders, type OrderKind, orderCases, orderKinds } from './orderKinds.ts';

const key = '{{key}}';

/** Ids with unusual characters, which follow the part that is made at each sending. */
const wide: Readonly<Record<string, string>> = {
  'characters of two bytes': `${key}${'é'.repeat(100)}`,
  'characters of four bytes': `${key}${'𝄞'.repeat(100)}`,
  'spaces within': `${key} a b`,
  'marks of ASCII': `${key}-a&b<c>"d"'e'\\f/%00`,
  'a line break': `${key}\n`,
};

/** Two uses of ids that the text does not define as the same. */
interface Comparison {
  kinds?: readonly [OrderKind, OrderKind];
  ids?: readonly [string, string];
  unusual?: StepOverrides;
}

/** Compares two uses of ids. The text does not define which ids are the same, so the result is learned (LIM-01c). */
function compared({ kinds = ['pay-in', 'pay-in'], ids = [key, key], unusual }: Comparison, name: string): Draw {
  return ({ known, chance }) => {
    const [one, other] = [keyedOrders[kinds[0]](known, chance), keyedOrders[kinds[1]](known, chance)];
    if (!one || !other) return undefined;
    // If both uses are for one kind of order, they use the same order, so that only the id differs.
    const second = kinds[0] === kinds[1] ? one : other;
    return edgeCase(
      `what counts as the same clientOrderId: ${name}`,
      [one.plan(ids[0]), stepOf(second.plan(ids[1]), unusual)],
      assertionOf('LIM-01c', 'countsAs', { first: '#1', second: '#2', key: name }),
    );
  };
}

const article = (kind: OrderKind) => (kind === 'exchange order' ? `an ${kind}` : `a ${kind}`);

const comparisons: Table<Comparison> = [
  ...mapped(Object.entries(equivalentIds(key)), (ids): Comparison => ({ ids })),
  ...orderKinds.flatMap((one) =>
    orderKinds
      .filter((other) => other !== one)
      .map((other): [string, Comparison] => [`${article(other)} after ${article(one)}`, { kinds: [one, other] }]),
  ),
];

/** Ids that the text does not define as equal or as acceptable. */
export const similarIdCases = [
  generator(
    { name: 'clientOrderIds that are nearly the same', evidences: ['LIM-01c'], posts: 2, isMisuse: true },
    ({ accounts: { second } }) => {
      const elsewhere: Table<Comparison> =
        second === undefined ? [] : [['another account', { unusual: { account: second } }]];
      return mapped([...comparisons, ...elsewhere], compared);
    },
  ),
  generator(
    { name: 'characters of a clientOrderId', evidences: ['LIM-01c'], isMisuse: true },
    orderCases(
      mapped(Object.entries(wide), (id, why) => ({ id, why })),
      (order, kind, { id, why }) =>
        edgeCase(`a clientOrderId with ${why}`, order.plan(id), learned('LIM-01c', `${kind}, ${why}`)),
    ),
  ),
];
