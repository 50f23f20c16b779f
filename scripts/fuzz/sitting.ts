import type { Finding } from '../../fuzzer/findings/finding.ts';
import { sendsLeft } from '../../fuzzer/findings/states.ts';
import type { Sitting } from '../../fuzzer/run/replays.ts';
import { plain } from '../../reports/plain.ts';

/** How often a finding is to be sent again. */
export interface SittingOptions {
  times?: string;
}

/** Fewer tries say little of what shows now and then. */
const fewestTimes = 3;

/** How often a finding is sent again: as often as was said, else as often as decides what it is by now. */
export function sendsOf({ trials }: Finding, { times }: SittingOptions): number {
  return times === undefined ? Math.max(fewestTimes, sendsLeft(trials)) : Number(times);
}

function exitOf({ shown, broken }: Sitting): number {
  if (shown > 0) return 1;
  return broken === undefined ? 0 : 4;
}

const endings: Readonly<Record<number, string>> = {
  0: 'it does not show',
  1: 'it shows',
  4: 'it could not be sent to its end',
};

/** Prints what came of sending a finding again; gives the exit code. */
export function tellSitting(
  { requirement, wanted, operation }: Finding,
  sitting: Sitting,
  { title, out }: { title: string; out: string },
): number {
  const { shown, of, breach, broken } = sitting;
  const exit = exitOf(sitting);
  const lines = [
    `${requirement}  ${title}`,
    `        in      ${operation}`,
    `        wanted  ${breach?.wanted ?? wanted}`,
    ...(breach ? [`        seen    ${breach.seen}`] : []),
    ...(broken === undefined ? [] : [`        but     ${broken}`]),
    `shown in ${shown} of ${of} tries`,
    `exit ${exit}: ${endings[exit]}   ${out}`,
  ];
  process.stdout.write(`${lines.map(plain).join('\n')}\n`);
  return exit;
}
