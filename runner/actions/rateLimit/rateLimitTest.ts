import { bundleBody } from '../../../generators/payloads/bundle.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { convertedPairsIn } from '../../../oracles/acquiring/deposits/depositOptions.ts';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { limitOf, type RateLimitedMethod } from '../../../oracles/limits/models/limitTrials.ts';
import type { TargetCredential } from '../../../traffic/target/credentials.ts';
import { quotaOfAccount } from '../../../traffic/target/targetQuota.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { harmlessReference } from '../acquiring/harmlessWrite.ts';
import { rateQuery } from '../acquiring/rateQueries.ts';
import { type Methods, readMethods } from '../inputs/methods.ts';
import { restWindows } from './exhaustQuota.ts';
import { type InTurn, QuotaExperiment } from './quotaExperiment.ts';
import { RateLimitedSender } from './rateLimitedSender.ts';

/** The rate-limit test on an account with a quota of its own (§ Limits, Sandbox rate). */
export interface RateLimitTest {
  /**
   * Uses up the POST quota with creations generated from the account's methods and calls for a bundle of its project, and the GET quota with reads of every kind,
   * in turn. Does nothing if the target file names no account for this test.
   */
  run(plansOf: (methods: Methods) => InTurn): Promise<void>;
}

/** The reads that use up the GET quota in turn, because one limit counts them all. */
export const readsInTurn: InTurn = [
  read.methods(),
  read.search({}),
  read.payments(),
  read.balances(),
  read.exchangeRates(),
  read.exchangeLimits(),
];

/** Returns the account for the rate-limit test. It is never main, because all requirements share main's quota. */
export const limitedOf = ({ target }: Worker): TargetCredential | undefined =>
  target.credentials.slice(1).find(({ quota }) => quota !== undefined);

/** Returns the rate of a pair that the first project converts, if this account may read it: a limit counts the reads of crypto acquiring as well. */
async function rateFor(api: Api, { target: { projects } }: Worker, account: TargetCredential): Promise<Plan[]> {
  const options = projects[0] && (await api.control(read.depositOptions(projects[0].id)));
  const rate = options?.class === 'accepted' ? await rateQuery(api, convertedPairsIn(options.json)) : undefined;
  return rate && (await api.as(account).send(rate)).class === 'accepted' ? [rate] : [];
}

/**
 * Returns calls for a permanent bundle with more and more assets, if the account has a project and may make the largest of them: a limit counts what crypto
 * acquiring creates as well.
 */
async function bundlesFor(api: Api, { projects = [] }: TargetCredential): Promise<Plan[]> {
  const [project] = projects;
  const options = project && (await api.send(read.depositOptions(project.id)));
  const assets = options?.class === 'accepted' && options.json !== undefined ? listedAssets(options.json) : [];
  if (!project) return [];
  const plans = assets.map((_, nth) =>
    create.bundle(project.id, bundleBody(harmlessReference, assets.slice(0, nth + 1))),
  );
  const [largest] = plans.slice(-1);
  return largest && (await api.send(largest, { purpose: 'control' })).class === 'accepted' ? plans : [];
}

/** Returns creations with one of the calls after each, in turn; the creations themselves without one. */
function alternating([first, ...more]: InTurn, calls: readonly Plan[]): InTurn {
  const callAfter = (nth: number) => calls.slice(nth % calls.length).slice(0, 1);
  return [first, ...callAfter(0), ...more.flatMap((one, nth) => [one, ...callAfter(nth + 1)])];
}

/** Returns the `rateLimitTest` tool of one requirement. */
export function rateLimitTestOf(worker: Worker, api: Api, log: AssertionLog): RateLimitTest {
  const classOf = (account: TargetCredential, method: RateLimitedMethod): RateLimitedSender | undefined => {
    const limit = account.quota && limitOf(quotaOfAccount(account.quota), method);
    return limit && new RateLimitedSender(api.as(account), { account: account.label, method, limit });
  };
  return {
    run: async (plansOf) => {
      const account = limitedOf(worker);
      const [post, get] = account ? [classOf(account, 'POST'), classOf(account, 'GET')] : [];
      if (!account || !post || !get) return;
      const methods = await readMethods(worker, api.as(account), log);
      const creations = alternating(plansOf(methods), await bundlesFor(api.as(account), account));
      const inTurn: InTurn = [...readsInTurn, ...(await rateFor(api, worker, account))];
      // Waits first, because it is unknown what this account has sent before the test.
      const restMs = restWindows * post.trial.limit.windowMs + 1;
      await api.pause(restMs);
      await new QuotaExperiment(worker, log, { creations, reads: inTurn, post, get }).run();
    },
  };
}
