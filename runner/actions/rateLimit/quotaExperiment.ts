import { setTimeout as delay } from 'node:timers/promises';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { minAbsenceWaitNs } from '../../../oracles/core/creationEffect.ts';
import { isAllowanceReached } from '../../../oracles/limits/allowance.ts';
import { crossClassRequestsOf } from '../../../oracles/limits/independentLimits.ts';
import { retriesAfterRefusal } from '../../../oracles/limits/limiterBehaviour.ts';
import { type LimitTrial, toMs } from '../../../oracles/limits/models/limitTrials.ts';
import { fittingModels, limiterKinds } from '../../../oracles/limits/models/modelFit.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Plan, pathOf, read } from '../../../traffic/transport/requestPlan.ts';
import { waitingFor } from '../../worker/currentWait.ts';
import type { Worker } from '../../worker/worker.ts';
import { burst, exhaustQuota, type RequestLane, restWindows } from './exhaustQuota.ts';
import { attemptOf, type RateLimitedSender } from './rateLimitedSender.ts';

/** Plans that take turns. */
export type InTurn = readonly [Plan, ...Plan[]];

/** A quota is used up at most this many times, until the kind of its limiter is known. */
const mostRounds = 3;

/** The test searches for at most this many of the creations that the rate limit refused. */
const mostLooks = 2;

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
export class QuotaExperiment {
  readonly #worker: Worker;
  readonly #log: AssertionLog;
  readonly #creations: InTurn;
  readonly #reads: InTurn;
  readonly #post: RateLimitedSender;
  readonly #get: RateLimitedSender;
  /** The paths of the searches that were answered. */
  readonly #looked = new Set<string>();

  constructor(
    worker: Worker,
    log: AssertionLog,
    of: { creations: InTurn; reads: InTurn; post: RateLimitedSender; get: RateLimitedSender },
  ) {
    this.#worker = worker;
    this.#log = log;
    this.#creations = of.creations;
    this.#reads = of.reads;
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
    if (own === this.#get) return own.sendInTurn(this.#reads, count).map(async (sent) => attemptOf(await sent));
    return own.sendInTurn(this.#creations, count).map(async (sent) => attemptOf(this.#requireAccepted(await sent)));
  }

  async #sendOne(own: RateLimitedSender): Promise<void> {
    await Promise.all(this.#ask(own, 1));
  }

  /** Sends reads of every kind at once, so many that the accepted ones show if the limit does not count their kind. */
  async #sendEach(): Promise<void> {
    await Promise.all(this.#ask(this.#get, timesEach * this.#reads.length));
  }

  /** If reads in turn were not refused, uses up the quota with one kind of read by one scheme, and then sends all others: a limit may count each apart. */
  async #readAlone(): Promise<void> {
    const get = this.#get;
    if (get.trial.attempts.some(({ outcome }) => outcome === 'refused')) return;
    await this.#rest(get);
    const ask = (count: number) =>
      get.sendInTurn([this.#reads[0]], count, { scheme: 'signed' }).map(async (sent) => attemptOf(await sent));
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
   * Returns an accepted creation with an id, then the first refused ones, which were sent before it. If search shows the accepted creation, it would also show the
   * payment of a refused one.
   */
  #wanted(): Exchange[] {
    const exchanges = this.#post.exchanges.filter(({ line }) => line.request.clientOrderId !== undefined);
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
