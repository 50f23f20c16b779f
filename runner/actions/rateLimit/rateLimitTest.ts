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
import { waitingFor } from '../../worker/currentWait.ts';
import type { Worker } from '../../worker/worker.ts';
import { type Methods, readMethods } from '../inputs/methods.ts';
import { burst, exhaustQuota, type RequestLane, restWindows } from './exhaustQuota.ts';
import { attemptOf, RateLimitedSender } from './rateLimitedSender.ts';

/** The rate-limit test on an account with a quota of its own (§ Limits, Sandbox rate). */
export interface RateLimitTest {
  /**
   * Uses up the POST quota with creations generated from the account's methods, and the GET quota with reads of every kind, in turn. Does nothing if the target
   * file names no account for this test.
   */
  run(plansOf: (methods: Methods) => readonly [Plan, ...Plan[]]): Promise<void>;
}

/** A quota is used up at most this many times, until the kind of its limiter is known. */
const mostRounds = 3;

/** The test searches for at most this many of the creations that the rate limit refused. */
const mostLooks = 2;

/** The reads that use up the GET quota in turn, because one limit counts them all. */
const reads: readonly [Plan, ...Plan[]] = [
  read.methods(),
  read.search({}),
  read.payments(),
  read.balances(),
  read.exchangeRates(),
  read.exchangeLimits(),
];

/** How many reads of each kind are sent when the quota is used up. */
const timesEach = 4;

/** The clock of the journal, ms. */
const nowMs = () => toMs(process.hrtime.bigint());

/** True if the kind of the limiter of a class, or whether the full quota is granted, is still unknown. */
function isOpen(trial: LimitTrial): boolean {
  const kinds = limiterKinds(fittingModels(trial.attempts, trial.limit));
  return kinds.length > 1 || (kinds.length === 1 && !isAllowanceReached(trial));
}

/** The rate-limit test of one account. */
class Experiment {
  readonly #worker: Worker;
  readonly #log: AssertionLog;
  readonly #creations: readonly [Plan, ...Plan[]];
  readonly #post: RateLimitedSender;
  readonly #get: RateLimitedSender;
  /** The paths of the searches that were answered. */
  readonly #looked = new Set<string>();

  constructor(
    worker: Worker,
    log: AssertionLog,
    of: { creations: readonly [Plan, ...Plan[]]; post: RateLimitedSender; get: RateLimitedSender },
  ) {
    this.#worker = worker;
    this.#log = log;
    this.#creations = of.creations;
    this.#post = of.post;
    this.#get = of.get;
  }

  /**
   * Tests both classes at once, because the target counts them separately. The GET class starts with its full quota when POST has almost its full quota again.
   */
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
      this.#rounds(this.#get, { usedUp: () => this.#sendEach(), beforeLast: async () => void (await this.#look()) }),
    );
    await Promise.all([posts, gets]);
    await this.#readAlone();
    await this.#lookAgain();
    await this.#crossAgain();
  }

  /** Sends the requests that use up the quota of a class. */
  #ask(own: RateLimitedSender, count: number): Promise<Attempt>[] {
    if (own === this.#get) return own.sendInTurn(reads, count).map(async (sent) => attemptOf(await sent));
    return own.sendInTurn(this.#creations, count).map(async (sent) => attemptOf(this.#requireAccepted(await sent)));
  }

  async #sendOne(own: RateLimitedSender): Promise<void> {
    await Promise.all(this.#ask(own, 1));
  }

  /** Sends reads of every kind at once, so many that the accepted ones show if the limit does not count their kind. */
  async #sendEach(): Promise<void> {
    await Promise.all(this.#ask(this.#get, timesEach * reads.length));
  }

  /** If reads in turn were not refused, uses up the quota with one kind of read by one scheme, and then sends all others: a limit may count each apart. */
  async #readAlone(): Promise<void> {
    const get = this.#get;
    if (get.trial.attempts.some(({ outcome }) => outcome === 'refused')) return;
    await this.#rest(get);
    const ask = (count: number) =>
      get.sendInTurn([reads[0]], count, 'signed').map(async (sent) => attemptOf(await sent));
    const most = get.trial.limit.of + 2;
    await burst({ ...this.#laneOf(get), ask }, { refusals: 1, most, expected: most });
    await this.#sendEach();
  }

  /** Returns the exchange. Stops the test if the creation is neither accepted nor throttled and no creation was ever accepted. */
  #requireAccepted(made: Exchange): Exchange {
    const isValid = this.#post.exchanges.some((one) => one.class === 'accepted') || made.class === 'throttled';
    if (isValid) return made;
    const { seen, id } = made;
    return this.#log.stop({ code: 'controlFailed', control: made.request, seen, exchanges: [id] });
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

  /** Sends one request after the time in Retry-After, unless another request was already sent after that time. */
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

  /** Sends one request of a class as soon as the quota of the other class is used up. */
  async #crossTo(own: RateLimitedSender): Promise<void> {
    const other = own === this.#post ? this.#get : this.#post;
    const { of } = other.trial.limit;
    const refused = () => this.#sendOne(own);
    await burst(this.#laneOf(other), { refusals: 1, most: of + 1, expected: of + 1, refused });
  }

  /** Repeats the cross-class test of a class if, because of slow answers, no request of the class was sent while the other quota was used up. */
  async #crossAgain(): Promise<void> {
    const classes = [this.#post, this.#get];
    const isLimited = classes.every(({ trial }) => fittingModels(trial.attempts, trial.limit).length > 0);
    for (let attempt = 0; attempt < mostRounds && isLimited; attempt += 1) {
      const crossed = crossClassRequestsOf(classes.map(({ trial }) => trial));
      const lacking = classes.filter((own) => !crossed.some(({ trial }) => trial.method === own.trial.method));
      for (const own of lacking) {
        await this.#rest(own);
        await this.#crossTo(own);
      }
    }
  }

  /**
   * Returns an accepted creation, then the first refused creations, which were sent before it. If search shows the accepted creation, it would also show the
   * payment of a refused one.
   */
  #wanted(): Exchange[] {
    const { exchanges } = this.#post;
    const refused = exchanges.filter((one) => attemptOf(one).outcome === 'refused').slice(0, mostLooks);
    const last = refused.at(-1);
    const accepted = exchanges.find((one) => one.class === 'accepted' && last && one.sentNs > last.receivedNs);
    return [...(accepted ? [accepted] : []), ...refused];
  }

  /**
   * Searches for these creations once absence may be concluded, and reads the list for payments of other users. Skips reads that were already answered; returns
   * whether all reads are answered now.
   */
  async #look(): Promise<boolean> {
    const wanted = this.#wanted();
    await this.#until(Math.max(0, ...wanted.map(({ receivedNs }) => toMs(receivedNs + minAbsenceWaitNs))) + 1);
    const searches = wanted.map(({ line }) => read.search({ clientOrderId: line.request.clientOrderId ?? '' }));
    const plans = [...searches, read.payments()].filter((plan) => !this.#looked.has(pathOf(plan)));
    for (const plan of plans) if ((await this.#get.send(plan)).class === 'accepted') this.#looked.add(pathOf(plan));
    return plans.every((plan) => this.#looked.has(pathOf(plan)));
  }

  /** Repeats the searches after a rest if the read quota was used up. */
  async #lookAgain(): Promise<void> {
    for (let attempt = 1; !(await this.#look()) && attempt < mostRounds; attempt += 1) await this.#rest(this.#get);
  }

  /** Waits until no earlier request counts any more. */
  async #rest(own: RateLimitedSender): Promise<void> {
    await this.#until(nowMs() + restWindows * own.trial.limit.windowMs);
  }

  async #until(ms: number): Promise<void> {
    const rest = async () => {
      for (let left = ms - nowMs(); left > 0; left = ms - nowMs()) await delay(Math.ceil(left));
    };
    await this.#worker.patiently(() => waitingFor('the window of a limit', rest));
  }
}

/** Returns the account for the rate-limit test. It is never main, because all requirements share main's quota. */
const limitedOf = ({ target }: Worker): TargetCredential | undefined =>
  target.credentials.slice(1).find(({ quota }) => quota !== undefined);

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
      const creations = plansOf(methods);
      // Waits first, because it is unknown what this account has sent before the test.
      const restMs = restWindows * post.trial.limit.windowMs + 1;
      await api.pause(restMs);
      await new Experiment(worker, log, { creations, post, get }).run();
    },
  };
}
