import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { postsOf } from '../../fuzzer/engine/budget/requestMeter.ts';
import { caseOutlay } from '../../fuzzer/engine/cases/caseOutlay.ts';
import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import { FindingStore } from '../../fuzzer/engine/findings/findingStore.ts';
import { replayFinding } from '../../fuzzer/engine/replay/replayFindings.ts';
import { FindingTrials } from '../../fuzzer/interface/executor/findingTrials.ts';
import { requirementNamed } from '../../fuzzer/interface/executor/requirements.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { outlayWords } from '../../reports/text/quantities.ts';
import { sumOfOutlays } from '../../runner/selection/outlay.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { variable } from '../../traffic/system/environment.ts';
import { findingsFileFor } from '../../traffic/target/filesBeside.ts';
import { countProblem } from './campaign/budgetOptions.ts';
import { type OpenedTarget, openTarget, type SendingIntent, type TargetOptions } from './campaign/openTarget.ts';
import { type ResendOptions, resendFinding, sendCount } from './campaign/resendFinding.ts';
import { say } from './process/say.ts';
import { replayOpenApi } from './replayOpenapi.ts';

/** The options of `assay replay`. */
export interface ReplayOptions extends TargetOptions, ResendOptions {
  findings?: string;
  contract?: string;
  auth?: readonly string[];
  allowWrites?: string;
}

/** More findings are not listed to whoever asks for one that is not there. */
const mostListed = 40;

function unknownOf(fingerprint: string, { all }: FindingStore): Problem {
  const listed = all.slice(0, mostListed).map((one) => `    ${one.fingerprint}  ${one.requirement}  ${one.operation}`);
  const more = all.length > mostListed ? [`    and ${all.length - mostListed} more`] : [];
  return {
    where: fingerprint,
    wanted: 'the fingerprint of one finding, or the first digits of it that no other has',
    seen: all.length === 0 ? 'no finding at all' : 'none, or several',
    hint: [`Name another file with --findings${all.length === 0 ? '.' : ', or one of these:'}`, ...listed, ...more]
      .map(escapeLine)
      .join('\n'),
  };
}

/** Where a finding is kept. */
interface Kept {
  file: string;
  store: FindingStore;
}

/** Whether findings are of this target: silence of another one says nothing. Those of the embedded emulator are of any start of it. */
const isOf = ({ findings, progress }: OpenedTarget, file: string) =>
  progress === undefined ? basename(file) === 'findings.ndjson' : resolve(findings) === file;

/** The file of the findings of a target. Throws ConfigurationError where there is none, for it is mostly the target that is misnamed. */
function keptFor(place: string): string {
  const file = findingsFileFor(place);
  if (existsSync(file)) return file;
  const hint =
    'Name its target file, or an address that begins with http:// or https://, or the file of findings with --findings.';
  const seen = `no ${file}`;
  throw new ConfigurationError('assay replay', [
    { where: `--target ${place}`, wanted: 'a target of which findings are kept', seen, hint },
  ]);
}

/** The file of the findings of a target that is named; the embedded emulator has none of its own. */
function storeFileOf({ target: named, findings }: ReplayOptions): string {
  const place = named ?? variable('ASSAY_TARGET');
  if (findings !== undefined) {
    if (existsSync(findings)) return resolve(findings);
    const hint = 'A campaign writes it: findings.ndjson in its folder, or beside the target file.';
    throw new ConfigurationError('assay replay', [{ where: '--findings', wanted: 'a file', seen: findings, hint }]);
  }
  if (place !== undefined) return keptFor(place);
  const hint = 'Name the target, or the findings.ndjson that a campaign has left in its folder.';
  throw new ConfigurationError('assay replay', [
    { where: '--findings', wanted: 'where the finding is kept', seen: 'neither --findings nor --target', hint },
  ]);
}

/** A target that may only be read is sent no case that writes. */
function refuseWrites(one: Finding, { environment }: OpenedTarget): void {
  if (environment.run.selection.tier === 'active' || one.case.steps.every(({ method }) => method === 'GET')) return;
  const seen = `a finding of ${postsOf(one.case)} POST`;
  const hint = 'Let it be sent with --tier active.';
  throw new ConfigurationError('assay replay', [{ where: '--tier', wanted: 'a finding of reads alone', seen, hint }]);
}

/** Options that mean something for findings on any API alone. */
const ofAny = { contract: '--contract', auth: '--auth', allowWrites: '--allow-writes' };

function refuseStrays(options: ReplayOptions): void {
  const strays = Object.entries(ofAny).filter(([name]) => name in options);
  const wanted = 'a finding of a campaign with --contract';
  const told = { wanted, seen: 'one on the interface', hint: 'Leave it out: it says nothing here.' };
  if (strays.length > 0)
    throw new ConfigurationError(
      'assay replay',
      strays.map(([, where]) => ({ where, ...told })),
    );
}

/** Sends a finding again with fresh ids, to the target where it was found or to another; gives the exit code. */
export async function replay(fingerprint: string, options: ReplayOptions): Promise<number> {
  const wrong = countProblem('--times', options.times, 1);
  if (wrong.length > 0) throw new ConfigurationError('assay replay', wrong);
  const file = storeFileOf(options);
  const store = new FindingStore(file);
  const one = store.find(fingerprint);
  if (!one) throw new ConfigurationError(file, [unknownOf(fingerprint, store)]);
  if (one.api) return replayOpenApi({ one, api: one.api, file, store }, options);
  refuseStrays(options);
  return replayOn(one, { file, store }, options);
}

/** What sending a case so often moves at the most: every sending has orders of its own. */
function outlayLine(one: Finding['case'], sends: number): string {
  const each = caseOutlay(one);
  const all = sumOfOutlays(Array.from({ length: sends }, () => each));
  return `sends ${postsOf(one)} POST ${sends} times at the most; ${outlayWords(all)}`;
}

/** What sending it again so often would do to its target. */
const intentOf = ({ case: one }: Finding, sends: number): SendingIntent => ({
  writes: postsOf(one) > 0,
  plan: outlayLine(one, sends),
  instead: '',
});

async function replayOn(one: Finding, { file, store }: Kept, options: ReplayOptions): Promise<number> {
  const sends = sendCount(one, options);
  const arena = await openTarget(options, intentOf(one, sends));
  try {
    refuseWrites(one, arena);
    const { environment, halted } = arena;
    if (halted) {
      say(halted.message);
      return halted.exit;
    }
    const { id: run, out } = environment.run;
    const trials = new FindingTrials(environment, 't');
    const patience = { sends, isKept: true, isForeign: !isOf(arena, file) };
    const { title } = requirementNamed(one.requirement);
    say(outlayLine(one.case, sends));
    return await resendFinding(one, { title, out }, () => replayFinding({ trials, store, run }, one, patience));
  } finally {
    await arena.close();
  }
}
