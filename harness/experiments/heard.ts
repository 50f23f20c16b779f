import type { Run } from '../run.ts';
import type { Target } from '../target.ts';
import type { Hearing } from '../webhooks/hearing.ts';
import { openHearing, wouldHear } from '../webhooks/opening.ts';
import { openKeeper } from './keeper.ts';

/** The receiver of a run with its experiments, those of earlier runs among them. */
export interface Heard {
  hearing: Hearing;
  /** Has the target send its webhooks to us; once, before the first probe. */
  register(): Promise<void>;
  /** Keeps what later runs are to judge. */
  close(): Promise<void>;
}

/**
 * Opens the receiver of a run; undefined where it asks for nothing that a receiver would hear. `isPassing` for a target that does not outlive
 * the run. Throws ConfigurationError.
 */
export async function openHeard(
  run: Run,
  target: Target,
  { isPassing }: { isPassing: boolean },
): Promise<Heard | undefined> {
  if (!wouldHear({ run, target })) return undefined;
  const kept = await openKeeper(run, target, { isPassing });
  try {
    const heard = await openHearing({ run, target, keeper: kept.keeper });
    return (
      heard && {
        hearing: heard.hearing,
        register: () => heard.register(),
        close: async () => {
          await heard.close({ stays: !isPassing && (await heard.hearing.tell('due')) !== null });
          await kept.close();
        },
      }
    );
  } catch (error) {
    await kept.close();
    throw error;
  }
}
