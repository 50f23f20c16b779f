import { type ControlActions, whereOffered } from '../../worker/controlActions.ts';

/** The statuses through which a payment may go before it ends; none of them moves money (§ States and transitions, Payment). */
export const detours = [[], ['FROZEN'], ['FROZEN', 'PENDING']] as const;

/** Moves a payment through statuses, as far as the control API offers them, unless it has ended on its own. */
export async function passThrough(
  control: ControlActions,
  payment: string,
  { statuses, hasEnded }: { statuses: readonly string[]; hasEnded?: () => Promise<boolean> },
): Promise<void> {
  await whereOffered(async () => {
    for (const status of statuses) await control.settle(payment, { status }, hasEnded);
  });
}
