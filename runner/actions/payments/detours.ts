import type { ControlActions } from '../../worker/controlActions.ts';

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
