import { partialPaymentAmounts } from '../../../generators/amounts/amounts.ts';
import { paymentBody } from '../../../generators/payloads/payment.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { Draw } from '../inputs/draw.ts';
import type { Method, Methods } from '../inputs/methods.ts';

/** What payments to find are made with. */
interface PopulationParts {
  api: Api;
  draw: Draw;
  methods: Methods;
}

/** The number of payments to create: enough for every filter to distinguish them. They also serve as control requests of other requirements. */
const wanted = 5;

/** A payment that was created to be found. */
interface Created {
  method: Method;
  made: Exchange;
}

/**
 * Makes sure that the account has payments to find: one of each kind of method, each created once in a run, and returns them. A read-only run uses the payments
 * that exist.
 */
export async function populate({ api, draw, methods }: PopulationParts): Promise<Created[]> {
  const all: Created[] = [];
  if (api.onlyReads) return all;
  const kinds = new Set<string>();
  for (const method of methods.all().toSorted((a, b) => (a.methodKey < b.methodKey ? -1 : 1))) {
    const kind = `${method.orderType} ${method.methodKey}`;
    const { body, missing } = draw(paymentBody(method));
    if (kinds.has(kind) || kinds.size >= wanted || missing.length > 0) continue;
    kinds.add(kind);
    all.push({ method, made: await api.control(create.payment(method, body)) });
  }
  return all;
}

/** Has one of the created pay-outs by card paid in part, if it can be, so that its amount is another one than was ordered. */
export async function payInPart(
  { api, control }: { api: Api; control: ControlActions },
  created: readonly Created[],
): Promise<void> {
  const found = created.find(({ method }) => method.orderType === 'PAYOUT' && method.methodKey === 'CC_VISAMC');
  const id = found && control.declared ? await api.paymentOf(found.made) : undefined;
  if (!found || id === undefined) return;
  const { processed } = partialPaymentAmounts(field(found.made.sent ?? null, 'amount'), found.method);
  await control.settle(id, { status: 'PARTIAL_SUCCESS', processedAmount: processed }, async () => true);
}
