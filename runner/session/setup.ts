import { mkdirSync } from 'node:fs';
import type { Halt } from '../../traffic/journal/journalTypes.ts';
import { decideRun, type Run, select } from '../../traffic/journal/run.ts';
import type { RateLimiterStatus } from '../../traffic/rate/limiter/rateLimiter.ts';
import { type OpenRateLimiter, openRateLimiter } from '../../traffic/rate/openRateLimiter.ts';
import type { CallHandler } from '../../traffic/rate/server/limiterServer.ts';
import { idsGrepped, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decide, variable } from '../../traffic/system/environment.ts';
import { moneyProblem } from '../../traffic/target/moneyPermission.ts';
import { readTarget, type Target } from '../../traffic/target/target.ts';
import { readBaselineValues } from '../baseline/baselineValues.ts';
import { readPreviousPayments } from '../baseline/previousPayments.ts';
import { openStateFolder } from '../baseline/stateFolder.ts';
import { finishedRecord } from '../finalReads/finishedRecord.ts';
import { smokePosts } from '../selection/completeSelection.ts';
import { hasNoTraceChecks } from '../selection/selectedTests.ts';
import { openRunReceiver, type RunReceiver } from '../webhooks/experiments/runReceiver.ts';
import { answerReceiverCall, noReceiver } from '../worker/receiverHandle.ts';
import { type EmbeddedEmulator, startEmbedded } from './embeddedEmulator.ts';
import { preflight, writeHalt, writeRunLine } from './runStart.ts';
import { dependenciesOf, runDependencies } from './traceDependencies.ts';

/** The hint for runs that are started without the command. */
const byVariables = 'Without the command, set ASSAY_MONEY to the host, or ASSAY_TIER=passive to read only.';

let limiter: OpenRateLimiter | undefined;

/** Returns the status of the quota in the runner, which enforces it; undefined before and after the run. */
export function quotaStatus(): RateLimiterStatus | undefined {
  return limiter?.status();
}

/** Returns the problems of a configuration on one line. The cause of the halt says what these problems are about. */
const problemsOf = ({ message }: ConfigurationError) =>
  message
    .split(/\s*\n\s*/)
    .slice(1)
    .join('; ');

/** Opens the rate limiter of the account for all workers. If another run uses the account, halts this run before its first request. */
async function govern(run: Run, target: Target, callHandler: CallHandler | undefined): Promise<boolean> {
  const { quota, baseUrl, credentials } = target;
  const [{ tokenId }] = credentials;
  const { profile, shard, tier } = run.selection;
  try {
    limiter = await openRateLimiter({
      quota,
      redis: quota.redisUrl,
      account: { baseUrl, tokenId },
      run: run.id,
      shard,
      onlyReads: tier === 'passive',
      mostPosts: run.mostPosts ?? (profile === 'smoke' ? smokePosts : undefined),
      onCall: callHandler,
    });
    decide('ASSAY_DESK', limiter.address);
    return true;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    writeHalt(run, { cause: 'account', message: problemsOf(error) });
    return false;
  }
}

/** Returns the target of this run, which is the embedded emulator if none is named. */
async function begin(run: Run): Promise<{ target: Target; embedded: EmbeddedEmulator | undefined }> {
  const embedded = run.target === undefined ? await startEmbedded({ control: true, isDetached: true }) : undefined;
  if (embedded) decide('ASSAY_TARGET', embedded.targetFile);
  return { target: readTarget(decideRun().target ?? ''), embedded };
}

/** Opens the receiver of the run; null if it cannot be opened, which halts the run before its first request. */
async function hear(
  run: Run,
  target: Target,
  embedded: EmbeddedEmulator | undefined,
): Promise<RunReceiver | undefined | null> {
  try {
    return await openRunReceiver(run, target, { isPassing: embedded !== undefined });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    writeHalt(run, { cause: 'receiver', message: problemsOf(error) });
    return null;
  }
}

/** Throws ConfigurationError if a run may move money and the host was not named, however the run was started. */
function refuseUnnamed({ tier }: Selection, target: Target): void {
  const named = variable('ASSAY_MONEY');
  const problem = tier === 'active' ? moneyProblem(target, { named, instead: byVariables }) : undefined;
  if (problem) throw new ConfigurationError('the target', [problem]);
}

/** How a run ended. An aborted run sends no more requests. */
interface Ended {
  isBroken?: boolean;
}

/**
 * Sets up a run; this is also Playwright's global setup. Starts the embedded emulator if no target is named, writes the first line of the run, opens the rate
 * limiter and checks that the target answers. Does nothing for a stored journal. Returns the teardown, which returns a halt if the suite itself lost the run.
 */
export default async function setup(): Promise<((how?: Ended) => Promise<Halt | undefined>) | undefined> {
  const run = decideRun();
  if (run.offline || run.journalPrefix === 'f') return undefined;
  mkdirSync(run.out, { recursive: true });
  if (run.target !== undefined) openStateFolder(run.target);
  const { target, embedded } = await begin(run);
  const { only } = run.selection;
  const asked = only === undefined ? idsGrepped(process.argv, readCatalogue()) : undefined;
  const selection = { ...run.selection, ...(asked && { only: asked }) };
  if (!embedded) refuseUnnamed(selection, target);
  // Only one of several shards reads the payments of earlier runs again.
  const past = (selection.shard?.index ?? 1) === 1 ? readPreviousPayments(target.previousPaymentsFile) : [];
  writeRunLine({ ...run, selection }, target, { baseline: readBaselineValues(target.baselineFile), payments: past });
  // If shards share a target, only the first has the receiver; an embedded emulator has its own.
  const hasReceiver = embedded !== undefined || (selection.shard?.index ?? 1) === 1;
  const runReceiver = hasReceiver ? await hear({ ...run, selection }, target, embedded) : undefined;
  if (
    runReceiver !== null &&
    (await govern(run, target, (asked, callerLeft) =>
      answerReceiverCall(runReceiver?.receiver ?? noReceiver, asked, callerLeft),
    ))
  ) {
    await preflight(decideRun(), target, past);
    await runReceiver?.register();
    if (asked) await runDependencies(dependenciesOf(asked, readCatalogue()), selection);
  }
  // Playwright runs the whole teardown project even with a grep.
  select(selection);
  return async ({ isBroken = false } = {}) => {
    if (!isBroken && hasNoTraceChecks(run.selection, readCatalogue()))
      await finishedRecord({ run: decideRun(), target, name: 'sweep' });
    const lost = embedded?.lost;
    await runReceiver?.close();
    await limiter?.close();
    await embedded?.stop();
    return lost === undefined ? undefined : { cause: 'suite', message: lost };
  };
}
