import { paymentLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import { hasEnded } from './hasEnded.ts';

/** The final statuses of a payment whose id is used again, by the words of a combination; several statuses take turns. */
export const endsOfFirstUses = {
  'has failed': ['FAILED'],
  'has lapsed': paymentLifecycle.lapsed,
  'is paid': ['SUCCESS'],
} as const;

/** A way in which the first use of an id ends. */
export type EndOfFirstUse = keyof typeof endsOfFirstUses;

/** Returns the mock card whose pay-outs end in a status (§ Sandbox); undefined if there is none. */
export function cardThatEnds(
  { mockCards, kind }: Pick<Target, 'kind' | 'mockCards'>,
  end: EndOfFirstUse,
): string | undefined {
  if (kind !== 'sandbox' && kind !== 'emulator') return undefined;
  return { 'has failed': mockCards?.failed, 'has lapsed': undefined, 'is paid': mockCards?.success }[end];
}

/**
 * Brings the payment of an accepted order to a final status, by a control action unless its card does it. The list is read before and after: a list that is made
 * anew only for another payment still shows the former status.
 */
export async function bringToEnd(
  { api, control }: { api: Api; control: ControlActions },
  made: Exchange,
  { status, byCard }: { status: string; byCard: boolean },
): Promise<void> {
  await api.send(read.payments());
  const id = byCard ? undefined : await api.paymentOf(made);
  if (id !== undefined) await control.settle(id, { status }, () => hasEnded(api, id));
  await api.reaches(made, status);
  await api.send(read.payments());
}
