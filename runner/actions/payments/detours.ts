import { textField } from '../../../traffic/journal/runRecord.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import { hasEnded } from './hasEnded.ts';

/** The statuses through which a payment may go before it ends; none of them moves money (§ States and transitions, Payment). */
export const detours = [[], ['FROZEN'], ['FROZEN', 'PENDING']] as const;

/** Moves a payment through statuses, as far as the control API offers them and the payment has not ended on its own. */
export async function passThrough(
  control: ControlActions,
  payment: string,
  statuses: readonly string[],
): Promise<void> {
  for (const status of statuses) if (!(await control.tryStatus(payment, status))) return;
}

/** How often a payment is frozen and released. */
const timesFrozen = 6;

/** Creates a pay-in, freezes and releases it several times with a read after each, and ends it. Returns the id of the exchange that created it. */
export async function movedOften(
  { api, control }: { api: Api; control: ControlActions },
  payin: Plan,
): Promise<string> {
  const made = await api.send(payin);
  const id = textField(made.json, 'id');
  if (id === undefined) return made.id;
  await api.send(read.payment(id));
  for (let nth = 0; nth < 2 * timesFrozen; nth += 1) {
    if (!(await control.tryStatus(id, nth % 2 === 0 ? 'FROZEN' : 'PENDING'))) break;
    await api.send(read.payment(id));
  }
  await control.settle(id, { status: 'SUCCESS' }, () => hasEnded(api, id));
  await api.send(read.payment(id));
  return made.id;
}
