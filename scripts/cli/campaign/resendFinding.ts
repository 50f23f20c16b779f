import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { triesLeft } from '../../../fuzzer/engine/findings/findingStatus.ts';
import type { ReplayResult } from '../../../fuzzer/engine/replay/replayFindings.ts';
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

/** What is printed beside a finding: the title of its requirement, and the folder with the journal. */
interface Beside {
  title: string;
  out: string;
}

/** Sends a finding again and prints the result; returns the exit code: 3 if the target does not answer. */
export async function resendFinding(one: Finding, beside: Beside, sent: () => Promise<ReplayResult>): Promise<number> {
  try {
    return print(one, await sent(), beside);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

function print({ requirement, wanted, operation }: Finding, result: ReplayResult, { title, out }: Beside): number {
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
