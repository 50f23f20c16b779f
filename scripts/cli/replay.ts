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

/** The most findings that are listed if the requested one is unknown. */
const mostListed = 40;

function unknownOf(fingerprint: string, { all }: FindingStore): Problem {
  const listed = all.slice(0, mostListed).map((one) => `    ${one.fingerprint}  ${one.requirement}  ${one.operation}`);
  const more = all.length > mostListed ? [`    and ${all.length - mostListed} more`] : [];
  return {
    where: fingerprint,
    wanted: 'the fingerprint of one finding, or its first digits if they are unambiguous',
    seen: all.length === 0 ? 'no findings at all' : 'no such finding, or several',
    hint: [`Name another file with --findings${all.length === 0 ? '.' : ', or one of these:'}`, ...listed, ...more]
      .map(escapeLine)
      .join('\n'),
  };
}

/** The store of a finding, and its file. */
interface FindingsFile {
  file: string;
  store: FindingStore;
}

/**
 * True if the findings belong to this target. If another target does not show a finding, that says nothing about the finding. Findings of an embedded emulator
 * apply to any embedded emulator.
 */
const isOf = ({ findings, progress }: OpenedTarget, file: string) =>
  progress === undefined ? basename(file) === 'findings.ndjson' : resolve(findings) === file;

/** Returns the findings file of a target. Throws ConfigurationError if there is none, which mostly means that the target was mistyped. */
function findingsFileOf(place: string): string {
  const file = findingsFileFor(place);
  if (existsSync(file)) return file;
  const hint =
    'Name its target file, an address that begins with http:// or https://, or the file of findings with --findings.';
  const seen = `no ${file}`;
  throw new ConfigurationError('assay replay', [
    { where: `--target ${place}`, wanted: 'a target with stored findings', seen, hint },
  ]);
}

/** Returns the findings file of the named target; the embedded emulator has none. */
function storeFileOf({ target: named, findings }: ReplayOptions): string {
  const place = named ?? variable('ASSAY_TARGET');
  if (findings !== undefined) {
    if (existsSync(findings)) return resolve(findings);
    const hint = 'A campaign writes findings.ndjson to its folder, or a findings file beside the target file.';
    throw new ConfigurationError('assay replay', [{ where: '--findings', wanted: 'a file', seen: findings, hint }]);
  }
  if (place !== undefined) return findingsFileOf(place);
  const hint = 'Name the target, or the findings.ndjson in the folder of a campaign.';
  throw new ConfigurationError('assay replay', [
    {
      where: '--findings',
      wanted: 'the file of the finding, or its target',
      seen: 'neither --findings nor --target',
      hint,
    },
  ]);
}

/** Refuses a case with writes if the target may only be read. */
function refuseWrites(one: Finding, { environment }: OpenedTarget): void {
  if (environment.run.selection.tier === 'active' || one.case.steps.every(({ method }) => method === 'GET')) return;
  const seen = `a finding with ${postsOf(one.case)} POST`;
  const hint = 'Use --tier active to send it.';
  throw new ConfigurationError('assay replay', [{ where: '--tier', wanted: 'a finding with reads only', seen, hint }]);
}

/** Options that only apply to findings on any API. */
const ofAny = { contract: '--contract', auth: '--auth', allowWrites: '--allow-writes' };

function refuseStrays(options: ReplayOptions): void {
  const strays = Object.entries(ofAny).filter(([name]) => name in options);
  const wanted = 'a finding of a campaign with --contract';
  const mismatch = { wanted, seen: 'a finding on the interface', hint: 'Leave it out: it has no effect here.' };
  if (strays.length > 0)
    throw new ConfigurationError(
      'assay replay',
      strays.map(([, where]) => ({ where, ...mismatch })),
    );
}

/** Sends a finding again with fresh ids, to its own target or to another one; returns the exit code. */
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

/** Returns a line on the most money that repeated sending can move: each time the case creates new orders. */
function outlayLine(one: Finding['case'], sends: number): string {
  const each = caseOutlay(one);
  const all = sumOfOutlays(Array.from({ length: sends }, () => each));
  return `sends ${postsOf(one)} POST at most ${sends} times; ${outlayWords(all)}`;
}

/** Describes what sending the finding again would do to its target. */
const intentOf = ({ case: one }: Finding, sends: number): SendingIntent => ({
  writes: postsOf(one) > 0,
  plan: outlayLine(one, sends),
  instead: '',
});

async function replayOn(one: Finding, { file, store }: FindingsFile, options: ReplayOptions): Promise<number> {
  const sends = sendCount(one, options);
  const opened = await openTarget(options, intentOf(one, sends));
  try {
    refuseWrites(one, opened);
    const { environment, halted } = opened;
    if (halted) {
      say(halted.message);
      return halted.exit;
    }
    const { id: run, out } = environment.run;
    const trials = new FindingTrials(environment, 't');
    const isForeign = !isOf(opened, file);
    const { title } = requirementNamed(one.requirement);
    say(outlayLine(one.case, sends));
    return await resendFinding(one, { title, out }, () =>
      replayFinding({ trials, store, run }, one, { sends, storesJournal: true, isForeign }),
    );
  } finally {
    await opened.close();
  }
}
