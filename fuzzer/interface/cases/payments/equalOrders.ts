import type { Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, type StepOverrides, stepOf } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { generator, type Table } from '../../builder/tables.ts';
import { type KeyedOrder, type OrderKind, orderCases } from './orderKinds.ts';

/** How the second of two equal orders is sent. */
const ways: Table<StepOverrides> = [
  ['in the same way', {}],
  ['on a connection of its own', { connection: 'own' }],
  ['signed by the simple scheme', { signing: 'simple' }],
];

/** Returns an order without the id that it would be given. */
function withoutId({ operation, path, query, body = {} }: Plan): Plan {
  const { clientOrderId: _, ...others } = body;
  return { operation, path, query, body: others };
}

/** Sends two equal orders without clientOrderId, which need not carry one: they are two (§ Limits). */
function twoEqual(order: KeyedOrder, kind: OrderKind, way: StepOverrides): FuzzCase {
  const plan = withoutId(order.plan('{{key}}', 25));
  const args = { pairs: [{ uses: ['#1', '#2'] }], what: `a ${kind}` };
  const because = `two equal orders without clientOrderId (${order.name})`;
  return validCase(because, [stepOf(plan), stepOf(plan, way)], assertionOf('LIM-08', 'areOwnOrders', args));
}

/** Equal orders that only their ids tell apart. */
export const equalOrderCases = [
  generator(
    { name: 'two equal orders without clientOrderId', evidences: ['LIM-08'], posts: 2 },
    orderCases(ways, twoEqual),
  ),
];
