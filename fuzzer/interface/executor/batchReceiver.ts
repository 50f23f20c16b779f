import { openRunReceiver, type RunReceiver } from '../../../runner/webhooks/experiments/runReceiver.ts';
import { kindsOf, needsReceiver, registrationWays } from '../../../runner/webhooks/receiver/registrationWays.ts';
import { canMoveClock } from '../../../runner/worker/controlActions.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import type { Target } from '../../../traffic/target/target.ts';

/**
 * True if a campaign hears the webhooks of a target: where its control API registers every kind, which costs the account no request, and moves the clock, so that
 * retries come at once and no batch begins before the one before it has heard everything.
 */
export function hearsWebhooks(run: Pick<Run, 'selection' | 'isDiscreet'>, target: Target): boolean {
  const onlyReads = run.selection.tier === 'passive';
  const isByControl = kindsOf(target, onlyReads).every(
    (kind) => registrationWays(target, kind, onlyReads)[0] === 'control',
  );
  return isByControl && canMoveClock(target, run.selection) && needsReceiver({ run, target });
}

/** Opens the receiver of a batch and registers it; undefined if the campaign hears no webhooks. */
export async function openBatchReceiver(run: Run, target: Target): Promise<RunReceiver | undefined> {
  // What a batch asks of webhooks ends with it.
  const opened = hearsWebhooks(run, target) ? await openRunReceiver(run, target, { isPassing: true }) : undefined;
  await opened?.register();
  return opened;
}
