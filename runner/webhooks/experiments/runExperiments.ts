import { Journal, readJournalFile } from '../../../traffic/journal/journal.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { hasOwnClock } from '../../../traffic/target/targetFacts.ts';
import { canMoveClock } from '../../worker/controlActions.ts';
import type { ExperimentStore } from '../receiver/localReceiver.ts';
import { Experiments } from './experiments.ts';
import { horizonOf } from './horizon.ts';
import { lockReceiver } from './receiverLock.ts';
import { TargetClock } from './targetClock.ts';
import { targetTime } from './targetTime.ts';

/** The interval between two heartbeats of a listener, ms. */
const beatMs = 5_000;

/** The experiments of a target for a listener, in the target's time. */
export interface OpenExperiments {
  experiments: Experiments;
  /** Reads the time of a target that has a clock of its own. */
  lookAtClock(): Promise<void>;
  close(): void;
}

/** The listener, a run or `inbox`; where experiments are stored, and whether the target's clock is moved for them. */
interface Listener {
  run: string;
  file?: string | undefined;
  isPlayed?: boolean;
}

/** Opens the experiments of a target for a run or for the inbox, and starts the heartbeats. */
export async function openExperiments(
  target: Target,
  { run, file, isPlayed = false }: Listener,
): Promise<OpenExperiments> {
  const clock = new TargetClock({ tells: hasOwnClock(target.facts) });
  const lookAtClock = async () => clock.observe(await targetTime(target));
  await lookAtClock();
  const experiments = new Experiments({ file, run, horizonMs: horizonOf(target, { isPlayed }), clock });
  // Without a file, everything ends with this process, so no heartbeats are needed.
  const timer = file && setInterval(() => void lookAtClock().then(() => experiments.beat()), beatMs).unref();
  return {
    experiments,
    lookAtClock,
    close: () => {
      clearInterval(timer);
      experiments.close();
    },
  };
}

/** The experiment store of a run. Experiments outlive the run if the target does. */
export interface OpenExperimentStore {
  store: ExperimentStore;
  close(): Promise<void>;
}

/** Returns the name of the journal file for experiments. */
const partOf = ({ selection: { shard } }: Run) => `${shard ? `s${shard.index}` : ''}experiments`;

/** Reads the experiments from the journal of a run. */
export function experimentsIn(run: Run): Line[] {
  return readJournalFile(runFilesOf(run.out).journal, partOf(run));
}

/** Takes the lock of the target's receiver. Without the lock no experiment outlives the run. */
async function seated({ experimentsFile, webhook }: Target): Promise<(() => void) | undefined> {
  try {
    return await lockReceiver(experimentsFile);
  } catch (error) {
    // Another run of the same target listens too, on a port of its own.
    if (error instanceof ConfigurationError && (webhook?.listen?.port ?? 0) === 0) return undefined;
    throw error;
  }
}

/**
 * Opens the experiment store of a run; an inbox that listens for the target leaves. `isPassing` is true for a target that does not outlive the run. Throws
 * ConfigurationError if another run has the receiver, or if the file is malformed.
 */
export async function openExperimentStore(
  run: Run,
  target: Target,
  { isPassing }: { isPassing: boolean },
): Promise<OpenExperimentStore> {
  const leave = isPassing ? undefined : await seated(target);
  const { selection, id, out } = run;
  const file = leave && target.experimentsFile;
  const isPlayed = canMoveClock(target, selection);
  const { experiments, lookAtClock, close } = await openExperiments(target, { run: id, file, isPlayed });
  const write = () => {
    const journal = new Journal(runFilesOf(out).journal, partOf(run));
    for (const line of experiments.journalLines((requirement) => selection.only?.includes(requirement) ?? true))
      journal.write(line);
    journal.close();
  };
  const answerQuestion = async (words: unknown) => {
    await lookAtClock();
    if (words === 'write') write();
    if (words === 'time') return Date.parse(experiments.targetNow);
    return experiments.lastDueMs ?? null;
  };
  return {
    store: {
      plans: () => experiments.plans(),
      begin: (question) => experiments.begin(question),
      take: (line) => experiments.take(line),
      resting: () => experiments.resting(),
      listening: () => experiments.listening(),
      ask: answerQuestion,
      targetNow: () => experiments.targetNow,
    },
    close: async () => {
      await lookAtClock();
      close();
      leave?.();
    },
  };
}
