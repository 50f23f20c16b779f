import { basename, dirname, resolve } from 'node:path';
import { mayBeSent } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { postsOf } from '../../../fuzzer/engine/budget/requestMeter.ts';
import { caseOutlay } from '../../../fuzzer/engine/cases/caseOutlay.ts';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { FindingTrials } from '../../../fuzzer/interface/executor/findingTrials.ts';
import { requirementNamed } from '../../../fuzzer/interface/executor/requirements.ts';
import { outlayWords } from '../../../reports/text/quantities.ts';
import { sumOfOutlays } from '../../../runner/selection/outlay.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { isStateFolder } from '../../../traffic/target/filesBeside.ts';
import { say } from '../process/say.ts';
import { type OpenedTarget, openTarget, type SendingIntent, type TargetOptions } from './openTarget.ts';
import { type ResendOptions, type ResendSession, type StoredFinding, sendCount } from './resendFinding.ts';

/** The options for sending a finding on the interface again. */
export interface InterfaceReplayOptions extends TargetOptions, ResendOptions {
  findings?: string;
}

/**
 * True if the findings belong to this target. If another target does not show a finding, that says nothing about the finding. Findings of an embedded emulator
 * apply to any embedded emulator.
 */
const isOf = ({ findings, progress }: OpenedTarget, file: string) =>
  progress === undefined
    ? basename(file) === 'findings.ndjson' && !isStateFolder(dirname(file))
    : resolve(findings) === file;

/** Refuses a case with writes if the target may only be read. */
function refuseWrites(one: Finding, { environment }: OpenedTarget): void {
  if (environment.run.selection.tier === 'active' || mayBeSent({ posts: 0 }, one.case)) return;
  const seen = `a finding with ${postsOf(one.case)} POST`;
  const hint = 'Use --tier active to send it.';
  throw new ConfigurationError('assay replay', [{ where: '--tier', wanted: 'a finding with reads only', seen, hint }]);
}

/** Options that only apply to findings on any API. */
const ofAny = { contract: '--contract', auth: '--auth', allowWrites: '--allow-writes' };

function refuseStrays(options: object): void {
  const strays = Object.entries(ofAny).filter(([name]) => name in options);
  const wanted = 'a finding of a campaign with --contract';
  const mismatch = { wanted, seen: 'a finding on the interface', hint: 'Leave it out: it has no effect here.' };
  if (strays.length > 0)
    throw new ConfigurationError(
      'assay replay',
      strays.map(([, where]) => ({ where, ...mismatch })),
    );
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

/** Opens a target of the interface for a finding; returns the exit code if nothing can be sent to it. */
export async function openInterfaceReplay(
  { one, file }: StoredFinding,
  options: InterfaceReplayOptions,
): Promise<ResendSession | number> {
  refuseStrays(options);
  const sends = sendCount(one, options);
  const opened = await openTarget(options, intentOf(one, sends));
  const { environment, halted, close } = opened;
  try {
    refuseWrites(one, opened);
    if (halted) {
      say(halted.message);
      await close();
      return halted.exit;
    }
    const { id: run, out } = environment.run;
    const { title } = requirementNamed(one.requirement);
    say(outlayLine(one.case, sends));
    return { trials: new FindingTrials(environment, 't'), run, out, title, isForeign: !isOf(opened, file), close };
  } catch (error) {
    await close();
    throw error;
  }
}
