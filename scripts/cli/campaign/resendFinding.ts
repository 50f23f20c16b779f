import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { triesLeft } from '../../../fuzzer/engine/findings/findingStatus.ts';
import type { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { type ReplayResult, replayFinding } from '../../../fuzzer/engine/replay/replayFindings.ts';
import type { TrialSender } from '../../../fuzzer/engine/replay/trial.ts';
import { escapeLine } from '../../../reports/text/escape.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { say } from '../process/say.ts';

/** How often a finding is sent again. */
export interface ResendOptions {
  times?: string;
}

/** The least number of tries by default: fewer say little about a finding that shows only now and then. */
const fewestTimes = 3;

/** Returns how often a finding is sent again: as given, or as often as needed to decide its state. */
export function sendCount({ trials }: Finding, { times }: ResendOptions): number {
  return times === undefined ? Math.max(fewestTimes, triesLeft(trials)) : Number(times);
}

function exitOf({ shown, incompleteBecause }: ReplayResult): number {
  if (shown > 0) return 1;
  return incompleteBecause === undefined ? 0 : 4;
}

const endings: Readonly<Record<number, string>> = {
  0: 'it does not show',
  1: 'it shows',
  4: 'it could not be sent to its end',
};

/** A finding, and where it is stored. */
export interface StoredFinding {
  one: Finding;
  file: string;
  store: FindingStore;
}

/** A target to which a finding can be sent again. */
export interface ResendSession {
  trials: TrialSender;
  run: string;
  /** The folder with the journal. */
  out: string;
  /** The title of the finding's requirement. */
  title: string;
  /** True if it is another target than the finding's own: what it shows says nothing about the finding, and is not stored. */
  isForeign: boolean;
  close(): Promise<void>;
}

/** Sends a finding again, prints the result, and closes the session; returns the exit code: 3 if the target does not answer. */
export async function resendFinding(
  { one, store }: StoredFinding,
  session: ResendSession,
  options: ResendOptions,
): Promise<number> {
  const { trials, run, isForeign } = session;
  const patience = { sends: sendCount(one, options), storesJournal: true, isForeign };
  try {
    return print(one, await replayFinding({ trials, store, run }, one, patience), session);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    await session.close();
  }
}

function print(
  { requirement, wanted, operation }: Finding,
  result: ReplayResult,
  { title, out }: ResendSession,
): number {
  const { shown, of, violation, incompleteBecause } = result;
  const exit = exitOf(result);
  const lines = [
    `${requirement}  ${title}`,
    `        in      ${operation}`,
    `        wanted  ${violation?.wanted ?? wanted}`,
    ...(violation ? [`        seen    ${violation.seen}`] : []),
    ...(incompleteBecause === undefined ? [] : [`        but     ${incompleteBecause}`]),
    `shown in ${shown} of ${of} tries`,
    `exit ${exit}: ${endings[exit]}   ${out}`,
  ];
  process.stdout.write(`${lines.map(escapeLine).join('\n')}\n`);
  return exit;
}
