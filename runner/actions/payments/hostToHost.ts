import { hostToHostBody } from '../../../generators/payloads/payin.ts';
import type { PayinBody } from '../../../schemas/requestTypes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Choice, MethodVariant } from '../inputs/methodVariants.ts';

/** The pay-ins by card of the list: the only ones that a caller may make host to host (§ Payments, rule 5). */
export const cardPayins: Choice = {
  what: 'pay-in by card',
  is: ({ orderType, methodKey }) => orderType === 'PAYIN' && methodKey === 'CC_VISAMC',
};

/** Returns the plan of a host-to-host pay-in by a card method; its path is said where it is sent. */
export const hostToHostPlan = ({ plan }: MethodVariant): Plan => create.payin(hostToHostBody(plan.body as PayinBody));

/** Creates a host-to-host pay-in by a card method, once in a run for each currency. */
export function hostToHostPayin(api: Api, path: string, variant: MethodVariant): Promise<Exchange> {
  const { method } = variant;
  return api.control(hostToHostPlan(variant), `POST ${path} ${method.currency}`, { path });
}
