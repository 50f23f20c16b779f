import { join } from 'node:path';
import { hearsWebhooks } from '../../../fuzzer/interface/executor/batchReceiver.ts';
import type { CampaignEnvironment } from '../../../fuzzer/interface/executor/environment.ts';
import { exitOf } from '../../../judge/buildVerdict.ts';
import { haltMessage } from '../../../reports/run/messages.ts';
import { shellWord } from '../../../reports/text/shell.ts';
import { openStateFolder } from '../../../runner/baseline/stateFolder.ts';
import { collectSpecs } from '../../../runner/requirement/inProcessRunner.ts';
import { runTraceChecks } from '../../../runner/requirement/runTraceChecks.ts';
import { suiteTests } from '../../../runner/requirement/suiteTests.ts';
import { startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { preflight, writeRunLine } from '../../../runner/session/runStart.ts';
import { readJournal } from '../../../traffic/journal/journal.ts';
import { decideRun, type Run, runFilesOf, select } from '../../../traffic/journal/run.ts';
import type { RateLimiterStatus } from '../../../traffic/rate/limiter/rateLimiter.ts';
import { openRateLimiter } from '../../../traffic/rate/openRateLimiter.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { decideOverrides, overridesFrom } from '../../../traffic/target/file/overrides.ts';
import { type StateFile, stateFileOf } from '../../../traffic/target/filesBeside.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { confirmMoney } from '../prepare/confirmMoney.ts';
import { namedTarget } from '../prepare/namedTarget.ts';
import { checkWritable, prepareOutput, prepareTarget } from '../prepare/prepareTarget.ts';
import { isProblem, tierOf } from '../prepare/selectionOptions.ts';

/** The options for the target, and for what may be done there. */
export interface TargetOptions {
  target?: string;
  set?: readonly string[];
  tier?: string;
  allowMoney?: string;
  out?: string;
}

/** Why nothing can be sent to a target, and the exit code for it. */
export interface Halted {
  message: string;
  exit: number;
}

/** An open target, and what to close in the end. */
export interface OpenedTarget {
  target: Target;
  environment: CampaignEnvironment;
  /** The findings file, and the progress file of an unfinished campaign. The embedded emulator has no progress file, since it is new each time. */
  findings: string;
  progress: string | undefined;
  /** The file for what runs and campaigns have touched. */
  touched: string | undefined;
  /** The file for what campaigns have tried. */
  tried: string | undefined;
  /** The options that let another command use the same target and findings. */
  rerunOptions: string;
  halted: Halted | undefined;
  /** Returns the state of the quota. */
  quota(): RateLimiterStatus;
  /** Returns how the embedded emulator ended unexpectedly; undefined while it runs, or if there is none. */
  lost(): string | undefined;
  close(): Promise<void>;
}

function haltIn(run: Run): Halted | undefined {
  const halt = readJournal(run.journal).find((line) => line.kind === 'halt');
  return halt && { message: haltMessage({ halt }), exit: exitOf([], { halt, strict: false }) };
}

/** Selects all requests or reads only; returns true if the run may write. Throws ConfigurationError. */
function selectFor(options: TargetOptions): boolean {
  const tier = tierOf(options);
  if (isProblem(tier)) throw new ConfigurationError('the selection', [tier]);
  select({ ...decideRun().selection, profile: 'full', tier });
  return tier === 'active';
}

/** What a command is going to do to a target. */
export interface SendingIntent {
  /** True if it sends requests that may move money. */
  writes: boolean;
  /** A description of these requests; `instead` says how to send only reads. */
  plan: string;
  instead?: string;
}

async function openOn(
  target: Target,
  out: string,
): Promise<Pick<OpenedTarget, 'environment' | 'halted' | 'quota' | 'close'>> {
  const run = { ...decideRun(), out, journal: runFilesOf(out).journal };
  const { quota, baseUrl, credentials } = target;
  const [{ tokenId }] = credentials;
  const limiter = await openRateLimiter({
    quota,
    redis: quota.redisUrl,
    account: { baseUrl, tokenId },
    run: run.id,
    onlyReads: run.selection.tier === 'passive',
  });
  writeRunLine(run, target);
  await preflight(run, target);
  const { handle } = limiter;
  const close = () => limiter.close();
  const environment = {
    run,
    target,
    spending: handle,
    traceChecks: runTraceChecks,
    tests: suiteTests({ hears: hearsWebhooks(run, target) }),
  };
  return { environment, halted: haltIn(run), quota: () => limiter.status(), close };
}

/** Opens the target, by default the embedded emulator, and checks once that it answers. Throws ConfigurationError. */
export async function openTarget(options: TargetOptions, { writes, ...wish }: SendingIntent): Promise<OpenedTarget> {
  const { target: named, set = [], out: given } = options;
  const place = namedTarget(named);
  decideOverrides(overridesFrom(set, place));
  const mayWrite = selectFor(options) && writes;
  if (place !== undefined) {
    const target = await prepareTarget(place);
    if (mayWrite) await confirmMoney(target, { ...wish, named: options.allowMoney });
    openStateFolder(place);
    checkWritable('the findings', stateFileOf(place, 'findings'));
  }
  const out = prepareOutput(given);
  decide('ASSAY_COLLECTS', '1');
  await collectSpecs();
  const embedded = place === undefined ? await startEmbedded({ control: true, isDetached: true }) : undefined;
  try {
    const source = decide('ASSAY_TARGET', place ?? embedded?.targetFile ?? '');
    const target = readTarget(source);
    const opened = await openOn(target, out);
    const findings = embedded ? join(out, 'findings.ndjson') : stateFileOf(source, 'findings');
    const close = async () => {
      await opened.close();
      await embedded?.stop();
    };
    const progress = embedded ? undefined : findings.replace(/findings\.ndjson$/, 'campaign.json');
    const kept = (file: StateFile) => (embedded ? undefined : stateFileOf(source, file));
    const [touched, tried] = [kept('touched'), kept('tried')];
    const words = place === undefined ? ['--findings', findings] : ['--target', place];
    const again = [...words, ...set.flatMap((one) => ['--set', one])].map(shellWord).join(' ');
    return {
      ...opened,
      target,
      findings,
      progress,
      touched,
      tried,
      rerunOptions: again,
      lost: () => embedded?.lost,
      close,
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
