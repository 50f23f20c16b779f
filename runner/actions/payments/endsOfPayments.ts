import { paymentBody } from '../../../generators/payloads/payment.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import type { Compose } from '../inputs/draw.ts';
import type { Methods } from '../inputs/methods.ts';
import { hasEnded } from './hasEnded.ts';
import { placed } from './orderRounds.ts';

/** The tools that create a payment and end it. */
export interface EndingTools {
  api: Api;
  compose: Compose;
  control: ControlActions;
  methods: Methods;
}

/** A way to a payment that has ended; `end` creates it with a clientOrderId, waits for its end, and returns the plan and the answer of its creation. */
export interface EndOfPayment {
  name: string;
  end(tools: EndingTools, clientOrderId: string): Promise<{ plan: Plan; first: Exchange }>;
}

/** A pay-out to a mock card ends on its own (§ Sandbox). */
const byCard = (status: string, cardNumber: string): EndOfPayment => ({
  name: `pay-out that has ended ${status}`,
  end: async ({ api, compose, methods }, clientOrderId) => {
    const body = compose(paymentBody(methods.payout({ methodKey: 'CC_VISAMC' }), { cardNumber }));
    const plan = create.payout({ ...body, clientOrderId });
    const first = await placed(api, plan);
    await api.reaches(first, status);
    return { plan, first };
  },
});

/** A pay-in ends by a control action. */
const byControl = (status: string): EndOfPayment => ({
  name: `pay-in that has ended ${status}`,
  end: async ({ api, compose, control, methods }, clientOrderId) => {
    const plan = create.payin({ ...compose(paymentBody(methods.payin())), clientOrderId });
    const first = await placed(api, plan);
    const id = textField(first.json, 'id');
    if (id !== undefined) await control.settle(id, { status }, () => hasEnded(api, id));
    await api.reaches(first, status);
    return { plan, first };
  },
});

/** Returns the ways to ended payments that a target offers. */
export function endsOfPayments({
  kind,
  mockCards,
  control,
}: Pick<Target, 'kind' | 'mockCards' | 'control'>): EndOfPayment[] {
  const isMocked = kind === 'sandbox' || kind === 'emulator';
  return [
    ...(isMocked && mockCards ? [byCard('FAILED', mockCards.failed), byCard('SUCCESS', mockCards.success)] : []),
    ...(control ? ['FAILED', 'EXPIRED', 'SUCCESS'].map(byControl) : []),
  ];
}
