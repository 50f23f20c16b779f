import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Finding } from '../../fuzzer/findings/finding.ts';
import { sendsLeft } from '../../fuzzer/findings/states.ts';
import { FindingStore } from '../../fuzzer/findings/store.ts';
import { postsOf, type Sitting, sentAgain } from '../../fuzzer/run/replays.ts';
import { requirementNamed } from '../../fuzzer/run/requirements.ts';
import { Trials } from '../../fuzzer/run/trial.ts';
import { Unreachable } from '../../harness/client.ts';
import { findingsFileFor } from '../../harness/pins.ts';
import { variable } from '../../harness/targets/environment.ts';
import { ConfigurationError, type Problem } from '../../harness/targets/problem.ts';
import { plain } from '../../reports/plain.ts';
import { type Arena, openArena } from './arena.ts';
import type { ArenaOptions } from './options.ts';
import { countProblem } from './spending.ts';

/** The options of `assay replay`. */
export interface ReplayOptions extends ArenaOptions {
  times?: string;
  findings?: string;
}

/** Fewer tries say little of what shows now and then. */
const fewestTimes = 3;

/** More findings are not listed to whoever asks for one that is not there. */
const mostListed = 40;

function unknownOf(fingerprint: string, { all }: FindingStore): Problem {
  const listed = all.slice(0, mostListed).map((one) => `    ${one.fingerprint}  ${one.requirement}  ${one.operation}`);
  const more = all.length > mostListed ? [`    and ${all.length - mostListed} more`] : [];
  return {
    where: fingerprint,
    wanted: 'the fingerprint of one finding, or the first digits of it that no other has',
    seen: all.length === 0 ? 'no finding at all' : 'none, or several',
    hint: ['Name another file with --findings, or one of these:', ...listed, ...more].map(plain).join('\n'),
  };
}

/** Whether findings are of this target: silence of another one says nothing. Those of the embedded emulator are of any start of it. */
const isOf = ({ findings, progress }: Arena, file: string) =>
  progress === undefined ? basename(file) === 'findings.ndjson' : resolve(findings) === file;

/** The file of the findings of a target that is named; the embedded emulator has none of its own. */
function storeFileOf({ target: named, findings }: ReplayOptions): string {
  const place = named ?? variable('ASSAY_TARGET');
  if (findings !== undefined) {
    if (existsSync(findings)) return resolve(findings);
    const hint = 'A campaign writes it: findings.ndjson in its folder, or beside the target file.';
    throw new ConfigurationError('assay replay', [{ where: '--findings', wanted: 'a file', seen: findings, hint }]);
  }
  if (place !== undefined) return findingsFileFor(place);
  const hint = 'Name the target, or the findings.ndjson that a campaign has left in its folder.';
  throw new ConfigurationError('assay replay', [
    { where: '--findings', wanted: 'where the finding is kept', seen: 'neither --findings nor --target', hint },
  ]);
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

function told({ requirement, wanted, operation }: Finding, { shown, of, breach, broken }: Sitting): string {
  const lines = [
    `${requirement}  ${requirementNamed(requirement).title}`,
    `        in      ${operation}`,
    `        wanted  ${breach?.wanted ?? wanted}`,
    ...(breach ? [`        seen    ${breach.seen}`] : []),
    ...(broken === undefined ? [] : [`        but     ${broken}`]),
    `shown in ${shown} of ${of} tries`,
  ];
  return lines.map(plain).join('\n');
}

/** A target that may only be read is sent no case that writes. */
function refuseWrites(one: Finding, { surroundings, target }: Arena): void {
  if (surroundings.run.selection.tier === 'active' || one.case.steps.every(({ method }) => method === 'GET')) return;
  const seen = `a finding of ${postsOf(one)} POST`;
  const hint = `Let it be sent with --tier active${target.facts.kind === 'production' ? ' and --allow-money' : ''}.`;
  throw new ConfigurationError('assay replay', [{ where: '--tier', wanted: 'a finding of reads alone', seen, hint }]);
}

/** Sends a finding again with fresh ids, to the target where it was found or to another; gives the exit code. */
export async function replay(fingerprint: string, options: ReplayOptions): Promise<number> {
  const wrong = countProblem('--times', options.times, 1);
  if (wrong.length > 0) throw new ConfigurationError('assay replay', wrong);
  const file = storeFileOf(options);
  const store = new FindingStore(file);
  const one = store.find(fingerprint);
  if (!one) throw new ConfigurationError(file, [unknownOf(fingerprint, store)]);
  const arena = await openArena(options);
  try {
    refuseWrites(one, arena);
    const { surroundings, halted } = arena;
    if (halted) {
      process.stderr.write(`${halted.message}\n`);
      return halted.exit;
    }
    const { id: run, out } = surroundings.run;
    const trials = new Trials(surroundings, 't');
    const sends = options.times === undefined ? Math.max(fewestTimes, sendsLeft(one.trials)) : Number(options.times);
    const sitting = await sentAgain({ trials, store, run }, one, {
      sends,
      isKept: true,
      isForeign: !isOf(arena, file),
    });
    const exit = exitOf(sitting);
    process.stdout.write(`${told(one, sitting)}\nexit ${exit}: ${endings[exit]}   ${out}\n`);
    return exit;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 3;
  } finally {
    await arena.close();
  }
}
