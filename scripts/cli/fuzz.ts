import { noSpent } from '../../fuzzer/engine/budget/requestMeter.ts';
import type { CampaignState } from '../../fuzzer/engine/campaign/driver.ts';
import { progressParts } from '../../fuzzer/engine/campaign/progressParts.ts';
import { removeProgress } from '../../fuzzer/engine/progress/progressFile.ts';
import type { CampaignEnd, CampaignSession } from './campaign/campaignSession.ts';
import { finishCampaign } from './campaign/finishCampaign.ts';
import type { FuzzOptions } from './campaign/fuzzOptions.ts';
import { openInterfaceSession } from './campaign/interfaceSession.ts';
import type { OpenApiOptions } from './campaign/openapiOptions.ts';
import { openOpenApiSession } from './campaign/openapiSession.ts';
import { fittingLine, onStderr, ProgressTicker, quotaWaits } from './process/progress.ts';
import { say } from './process/say.ts';

/** Returns how a campaign ended. */
function endOf(
  state: CampaignState,
  { isStopped, isEndless }: { isStopped: boolean; isEndless: boolean },
): CampaignEnd {
  const end = { state, isCutShort: isStopped && !isEndless };
  if (state.isStorageFull) return { ...end, ended: 'halted', untriedBecause: 'not its turn before the disk was full' };
  if (state.halted !== undefined) return { ...end, ended: 'halted', untriedBecause: 'the target could not be reached' };
  return isStopped
    ? { ...end, ended: 'stopped', untriedBecause: 'not its turn before it was stopped' }
    : { ...end, ended: 'spent', untriedBecause: 'not its turn within the budget' };
}

/** Runs a campaign, prints its progress, and writes its output; returns the exit code. */
async function conduct(session: CampaignSession, { untilStopped, strict, json }: FuzzOptions): Promise<number> {
  const { seed, budget, campaign, signal, progressFile, from } = session;
  const ticker = new ProgressTicker(onStderr(), () => {
    const waits = quotaWaits(session.quota?.(), Date.now()).slice(0, 1);
    return fittingLine(progressParts({ ...campaign.state, waits }, budget, from?.spent ?? noSpent));
  });
  const state = await campaign.run().finally(() => ticker.stop());
  const isStopped = signal.aborted;
  if (progressFile !== undefined) {
    if (isStopped || state.halted !== undefined) say(`--seed ${seed} goes on from here`);
    else removeProgress(progressFile);
  }
  const end = endOf(state, { isStopped, isEndless: untilStopped === true });
  const summary = { ...session, ...end, ...session.outcome(end), isStrict: strict === true };
  return finishCampaign(summary, { json: json === true });
}

const isOfContract = (options: FuzzOptions | OpenApiOptions): options is OpenApiOptions =>
  'contract' in options && options.contract !== undefined;

/** Fuzzes a target by the interface, or any API by its contract, until the budget is spent; returns the exit code. */
export async function fuzz(options: FuzzOptions | OpenApiOptions): Promise<number> {
  const session = isOfContract(options) ? await openOpenApiSession(options) : await openInterfaceSession(options);
  if (typeof session === 'number') return session;
  try {
    return await conduct(session, options);
  } finally {
    await session.close();
  }
}
