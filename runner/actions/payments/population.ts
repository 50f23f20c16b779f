import { paymentBody } from '../../../generators/payloads/payment.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Draw } from '../inputs/draw.ts';
import type { Methods } from '../inputs/methods.ts';

/** The number of payments to create: enough for every filter to distinguish them. They also serve as control requests of other requirements. */
const wanted = 5;

/**
 * Makes sure that the account has payments to find: one of each kind of method, each created once in a run. A read-only run uses the payments that exist.
 */
export async function populate({ api, draw, methods }: { api: Api; draw: Draw; methods: Methods }): Promise<void> {
  if (api.onlyReads) return;
  const kinds = new Set<string>();
  for (const method of methods.all().toSorted((a, b) => (a.methodKey < b.methodKey ? -1 : 1))) {
    const kind = `${method.orderType} ${method.methodKey}`;
    const { body, missing } = draw(paymentBody(method));
    if (kinds.has(kind) || kinds.size >= wanted || missing.length > 0) continue;
    kinds.add(kind);
    await api.control(create.payment(method, body));
  }
}
