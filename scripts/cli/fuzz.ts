import { noSpent } from '../../fuzzer/engine/budget/requestMeter.ts';
import { progressLine } from '../../fuzzer/engine/campaign/progressLine.ts';
import { removeProgress } from '../../fuzzer/engine/progress/progressFile.ts';
import type { CampaignSession } from './campaign/campaignSession.ts';
import type { FuzzOptions } from './campaign/fuzzOptions.ts';
import { openInterfaceSession } from './campaign/interfaceSession.ts';
import type { OpenApiOptions } from './campaign/openapiOptions.ts';
import { openOpenApiSession } from './campaign/openapiSession.ts';
import { onStderr, ProgressTicker } from './process/progress.ts';
import { say } from './process/say.ts';

/** Runs a campaign, prints its progress, and writes its output; returns the exit code. */
async function conduct(
  { seed, budget, campaign, signal, progressFile, before, finish }: CampaignSession,
  isEndless: boolean,
): Promise<number> {
  const ticker = new ProgressTicker(onStderr(), () => progressLine(campaign.state, budget, before ?? noSpent));
  const state = await campaign.run().finally(() => ticker.stop());
  const isStopped = signal.aborted;
  if (progressFile !== undefined) {
    if (isStopped || state.halted !== undefined) say(`--seed ${seed} goes on from here`);
    else removeProgress(progressFile);
  }
  return finish({ state, isStopped, isCutShort: isStopped && !isEndless });
}

const isOfContract = (options: FuzzOptions | OpenApiOptions): options is OpenApiOptions =>
  'contract' in options && options.contract !== undefined;

/** Fuzzes a target by the interface, or any API by its contract, until the budget is spent; returns the exit code. */
export async function fuzz(options: FuzzOptions | OpenApiOptions): Promise<number> {
  const session = isOfContract(options) ? await openOpenApiSession(options) : await openInterfaceSession(options);
  if (typeof session === 'number') return session;
  try {
    return await conduct(session, options.untilStopped === true);
  } finally {
    await session.close();
  }
}
