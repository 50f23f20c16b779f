import type { Run } from '../../../traffic/journal/run.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { ReceiverHandle } from '../../worker/receiverHandle.ts';
import { openReceiver } from '../receiver/openReceiver.ts';
import { needsReceiver } from '../receiver/registrationWays.ts';
import { openExperimentStore } from './runExperiments.ts';

/** The receiver of a run with its experiments, including those of earlier runs. */
export interface RunReceiver {
  receiver: ReceiverHandle;
  /** Registers our address for the target's webhooks; called once, before the first test. */
  register(): Promise<void>;
  /** Closes the receiver and stores what later runs will judge. */
  close(): Promise<void>;
}

/**
 * Opens the receiver of a run; returns undefined if the run needs no webhooks. `isPassing` is true for a target that does not outlive the run. Throws
 * ConfigurationError.
 */
export async function openRunReceiver(
  run: Run,
  target: Target,
  { isPassing }: { isPassing: boolean },
): Promise<RunReceiver | undefined> {
  if (!needsReceiver({ run, target })) return undefined;
  const experimentStore = await openExperimentStore(run, target, { isPassing });
  try {
    const opened = await openReceiver({ run, target, experiments: experimentStore.store });
    return (
      opened && {
        receiver: opened.receiver,
        register: () => opened.register(),
        close: async () => {
          await opened.close({ stays: !isPassing && (await opened.receiver.askExperiments('due')) !== null });
          await experimentStore.close();
        },
      }
    );
  } catch (error) {
    await experimentStore.close();
    throw error;
  }
}
