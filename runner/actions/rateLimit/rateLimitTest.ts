import { setTimeout as delay } from 'node:timers/promises';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { minAbsenceWaitNs } from '../../../oracles/core/creationEffect.ts';
import { isAllowanceReached } from '../../../oracles/limits/allowance.ts';
import { crossClassRequestsOf } from '../../../oracles/limits/independentLimits.ts';
import { retriesAfterRefusal } from '../../../oracles/limits/limiterBehaviour.ts';
import { type LimitTrial, limitOf, type RateLimitedMethod, toMs } from '../../../oracles/limits/models/limitTrials.ts';
import { fittingModels, limiterKinds } from '../../../oracles/limits/models/modelFit.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { TargetCredential } from '../../../traffic/target/credentials.ts';
import { quotaOfAccount } from '../../../traffic/target/targetQuota.ts';
import { type Plan, pathOf, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { type Methods, readMethods } from '../inputs/methods.ts';
import { burst, exhaustQuota, type RequestLane, restWindows } from './exhaustQuota.ts';
import { attemptOf, RateLimitedSender } from './rateLimitedSender.ts';

/** The allowance of an account with a quota of its own (§ Limits, Sandbox rate). */
export interface RateLimitTest {
  /** Uses up that of POST by creations that are drawn from the account's methods, and that of GET; does nothing where no account may be used up. */
  run(planOf: (methods: Methods) => Plan): Promise<void>;
}

/** So often an allowance is used up at most, until the kind of its limiter is told. */
const mostRounds = 3;

/** Of the creations that were refused for the rate so many are looked for. */
const mostLooks = 2;

/** The clock of the journal, ms. */
const nowMs = () => toMs(process.hrtime.bigint());

/** What is left open of a class: the kind of its limiter, or whether its allowance passes. */
function isOpen(trial: LimitTrial): boolean {
  const kinds = limiterKinds(fittingModels(trial.attempts, trial.limit));
  return kinds.length > 1 || (kinds.length === 1 && !isAllowanceReached(trial));
}

/** An experiment on the limiter of one account. */
class Experiment {
  readonly #stage: Worker;
  readonly #ledger: AssertionLog;
  readonly #creation: Plan;
  readonly #post: RateLimitedSender;
  readonly #get: RateLimitedSender;
  /** What was looked for and answered, by its path. */
  readonly #looked = new Set<string>();

  constructor(
    stage: Worker,
    ledger: AssertionLog,
    of: { creation: Plan; post: RateLimitedSender; get: RateLimitedSender },
  ) {
    this.#stage = stage;
    this.#ledger = ledger;
    this.#creation = of.creation;
    this.#post = of.post;
    this.#get = of.get;
  }

  /** Both classes at once, since they are counted apart: GET begins, rested still, when POST has nearly its own again. */
  async run(): Promise<void> {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const posts = this.#rounds(this.#post, {
      usedUp: () => this.#sendOne(this.#get),
      looked: () => begin(),
      beforeHalf: () => this.#crossTo(this.#post),
    });
    const gets = Promise.race([begun, posts]).then(() =>
      this.#rounds(this.#get, { beforeLast: async () => void (await this.#look()) }),
    );
    await Promise.all([posts, gets]);
    await this.#lookAgain();
    await this.#crossAgain();
  }

  /** Sends what a class is used up by. */
  #ask(own: RateLimitedSender, count: number): Promise<Attempt>[] {
    if (own === this.#get) return own.sendAtOnce(read.methods(), count).map(async (sent) => attemptOf(await sent));
    return own.sendAtOnce(this.#creation, count).map(async (sent) => attemptOf(this.#sound(await sent)));
  }

  async #sendOne(own: RateLimitedSender): Promise<void> {
    await Promise.all(this.#ask(own, 1));
  }

  /** Stops where a creation is refused and none was ever accepted. */
  #sound(made: Exchange): Exchange {
    const isSound = this.#post.exchanges.some((one) => one.class === 'accepted') || made.class === 'throttled';
    if (isSound) return made;
    const { seen, id } = made;
    return this.#ledger.stop({ code: 'controlFailed', control: made.request, seen, exchanges: [id] });
  }

  #laneOf(own: RateLimitedSender): RequestLane {
    return {
      limit: own.trial.limit,
      ask: (count) => this.#ask(own, count),
      tookMs: () => own.tookMs,
      until: (ms) => this.#until(ms),
    };
  }

  async #rounds(
    own: RateLimitedSender,
    inFirst: Pick<RequestLane, 'usedUp' | 'looked' | 'beforeHalf' | 'beforeLast'>,
  ): Promise<void> {
    const lane = this.#laneOf(own);
    for (let round = 0; round < mostRounds; round += 1) {
      if (round > 0) await this.#rest(own);
      await exhaustQuota({ ...lane, ...(round === 0 && inFirst) });
      if (!isOpen(own.trial)) break;
    }
    await this.#retry(own);
  }

  /** Where no request happened to come after the time that Retry-After names, one is sent then. */
  async #retry(own: RateLimitedSender): Promise<void> {
    const { trial, exchanges } = own;
    const last = exchanges.at(-1);
    const seconds = last?.retryAfter;
    const { windowMs } = trial.limit;
    const isToWait = seconds !== undefined && seconds * 1000 <= Math.max(windowMs, 1000);
    if (!isToWait || retriesAfterRefusal(trial).some(({ isAfter }) => isAfter)) return;
    await this.#until(toMs(last?.receivedNs ?? 0n) + seconds * 1000 + 1);
    await this.#sendOne(own);
  }

  /** Sends one request of a class as soon as the other is seen to be used up. */
  async #crossTo(own: RateLimitedSender): Promise<void> {
    const other = own === this.#post ? this.#get : this.#post;
    const { of } = other.trial.limit;
    const refused = () => this.#sendOne(own);
    await burst(this.#laneOf(other), { refusals: 1, most: of + 1, expected: of + 1, refused });
  }

  /** Where slow answers left no request of a class sent while the other was used up, that is tried again. */
  async #crossAgain(): Promise<void> {
    const classes = [this.#post, this.#get];
    const isLimited = classes.every(({ trial }) => fittingModels(trial.attempts, trial.limit).length > 0);
    for (let turn = 0; turn < mostRounds && isLimited; turn += 1) {
      const crossed = crossClassRequestsOf(classes.map(({ trial }) => trial));
      const lacking = classes.filter((own) => !crossed.some(({ trial }) => trial.method === own.trial.method));
      for (const own of lacking) {
        await this.#rest(own);
        await this.#crossTo(own);
      }
    }
  }

  /** Looks for what was refused first, and before for what was accepted after it: where that is seen, the other would be. */
  #wanted(): Exchange[] {
    const { exchanges } = this.#post;
    const refused = exchanges.filter((one) => attemptOf(one).outcome === 'refused').slice(0, mostLooks);
    const last = refused.at(-1);
    const accepted = exchanges.find((one) => one.class === 'accepted' && last && one.sentNs > last.receivedNs);
    return [...(accepted ? [accepted] : []), ...refused];
  }

  /**
   * Looks for what is wanted as late as absence may be concluded, and for others' payments. Asks nothing that was answered
   * before; says whether all is answered now.
   */
  async #look(): Promise<boolean> {
    const wanted = this.#wanted();
    await this.#until(Math.max(0, ...wanted.map(({ receivedNs }) => toMs(receivedNs + minAbsenceWaitNs))) + 1);
    const searches = wanted.map(({ line }) => read.search({ clientOrderId: line.request.clientOrderId ?? '' }));
    const plans = [...searches, read.payments()].filter((plan) => !this.#looked.has(pathOf(plan)));
    for (const plan of plans) if ((await this.#get.send(plan)).class === 'accepted') this.#looked.add(pathOf(plan));
    return plans.every((plan) => this.#looked.has(pathOf(plan)));
  }

  /** A look that found reads used up is made again when they have rested. */
  async #lookAgain(): Promise<void> {
    for (let turn = 1; !(await this.#look()) && turn < mostRounds; turn += 1) await this.#rest(this.#get);
  }

  /** Waits until nothing counts any more that was sent before. */
  async #rest(own: RateLimitedSender): Promise<void> {
    await this.#until(nowMs() + restWindows * own.trial.limit.windowMs);
  }

  async #until(ms: number): Promise<void> {
    await this.#stage.patiently(async () => {
      for (let left = ms - nowMs(); left > 0; left = ms - nowMs()) await delay(Math.ceil(left));
    });
  }
}

/** The account that may be used up: main is not one, whose allowance all requirements share. */
const limitedOf = ({ target }: Worker): TargetCredential | undefined =>
  target.credentials.slice(1).find(({ quota }) => quota !== undefined);

/** The `allowance` of one requirement. */
export function rateLimitTestOf(stage: Worker, api: Api, ledger: AssertionLog): RateLimitTest {
  const classOf = (account: TargetCredential, method: RateLimitedMethod): RateLimitedSender | undefined => {
    const limit = account.quota && limitOf(quotaOfAccount(account.quota), method);
    return limit && new RateLimitedSender(api.as(account), { account: account.label, method, limit });
  };
  return {
    run: async (planOf) => {
      const account = limitedOf(stage);
      const [post, get] = account ? [classOf(account, 'POST'), classOf(account, 'GET')] : [];
      if (!account || !post || !get) return;
      const methods = await readMethods(stage, api.as(account), ledger);
      const creation = planOf(methods);
      // Nothing is known of what was sent as this account before.
      const restMs = restWindows * post.trial.limit.windowMs + 1;
      await api.pause(restMs);
      await new Experiment(stage, ledger, { creation, post, get }).run();
    },
  };
}
