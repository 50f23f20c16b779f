import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { type Methods, readMethods } from './methods.ts';
import { leastWaitNs } from './oracles/effect.ts';
import { fitting, kindsOf } from './oracles/limiter.ts';
import type { Attempt } from './oracles/models.ts';
import { retriesIn } from './oracles/rateRefusal.ts';
import { type LimitedMethod, limitOf, msOf, type Trial, trialOf } from './oracles/trials.ts';
import { type Plan, read } from './plan.ts';
import type { Stage } from './stage.ts';
import type { TargetCredential } from './targets/credentials.ts';
import { ownQuota } from './targets/rate.ts';
import { type Lane, restWindows, useUp } from './usingUp.ts';

/** The allowance of an account with a quota of its own (§ Limits, Sandbox rate). */
export interface Allowance {
  /** Uses up that of POST by creations that are drawn from the account's methods, and that of GET; does nothing where no account may be used up. */
  useUp(planOf: (methods: Methods) => Plan): Promise<void>;
}

/** So often an allowance is used up at most, until the kind of its limiter is told. */
const mostRounds = 3;

/** Of the creations that were refused for the rate so many are looked for. */
const mostLooks = 2;

/** The clock of the journal, ms. */
const nowMs = () => msOf(process.hrtime.bigint());

/** A method class of the account: all that is sent by it goes one after the other, whoever sends it. */
class LimitedClass {
  readonly #api: Api;
  readonly #of: Pick<Trial, 'account' | 'method' | 'limit'>;
  readonly exchanges: Exchange[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(api: Api, of: Pick<Trial, 'account' | 'method' | 'limit'>) {
    this.#api = api;
    this.#of = of;
  }

  send(plan: Plan): Promise<Exchange> {
    const sent = this.#last.then(async () => {
      const exchange = await this.#api.send(plan);
      this.exchanges.push(exchange);
      return exchange;
    });
    // Whoever asked is told why it failed; the next one is not.
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  get trial(): Trial {
    return trialOf(this.exchanges, this.#of);
  }
}

/** How an answer counts while it is not known by which status the rate is refused. */
function attemptOf({ class: kind, sentNs, receivedNs }: Exchange): Attempt {
  const isRefused = kind === 'throttled' || kind === 'refused' || kind === 'unavailable';
  const outcome = kind === 'accepted' ? 'accepted' : isRefused ? 'refused' : 'unknown';
  return { sentMs: msOf(sentNs), receivedMs: msOf(receivedNs), outcome };
}

const isOpen = ({ attempts, limit }: Trial) => kindsOf(fitting(attempts, limit)).length > 1;

/** An experiment on the limiter of one account. */
class Experiment {
  readonly #stage: Stage;
  readonly #ledger: Ledger;
  readonly #creation: Plan;
  readonly #post: LimitedClass;
  readonly #get: LimitedClass;
  #hasLooked = false;

  constructor(stage: Stage, ledger: Ledger, of: { creation: Plan; post: LimitedClass; get: LimitedClass }) {
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
    const posts = this.#rounds(this.#post, () => this.#create(), {
      usedUp: async () => void (await this.#read()),
      looked: () => begin(),
      beforeHalf: () => this.#useUpGet(),
    });
    const gets = Promise.race([begun, posts]).then(() =>
      this.#rounds(this.#get, () => this.#read(), { beforeLast: () => this.#look() }),
    );
    await Promise.all([posts, gets]);
    await this.#look();
  }

  #read(): Promise<Exchange> {
    return this.#get.send(read.methods());
  }

  /** Reads until a read is refused, so that what is created next is created while GET is used up. */
  async #useUpGet(): Promise<void> {
    const { of } = this.#get.trial.limit;
    for (let sent = 0; sent <= of; sent += 1) if (attemptOf(await this.#read()).outcome === 'refused') return;
  }

  async #create(): Promise<Exchange> {
    const made = await this.#post.send(this.#creation);
    const isSound = this.#post.exchanges.some((one) => one.class === 'accepted') || made.class === 'throttled';
    if (isSound) return made;
    const { seen, id } = made;
    return this.#ledger.stop({ code: 'controlFailed', control: made.request, seen, exchanges: [id] });
  }

  async #rounds(
    own: LimitedClass,
    send: () => Promise<Exchange>,
    inFirst: Pick<Lane, 'usedUp' | 'looked' | 'beforeHalf' | 'beforeLast'>,
  ): Promise<void> {
    const { limit } = own.trial;
    const ask = async () => attemptOf(await send());
    const until = (ms: number) => this.#until(ms);
    for (let round = 0; round < mostRounds; round += 1) {
      if (round > 0) await until(nowMs() + restWindows * limit.windowMs);
      await useUp({ limit, ask, until, ...(round === 0 && inFirst) });
      if (!isOpen(own.trial)) break;
    }
    await this.#retry(own, send);
  }

  /** Where no request happened to come after the time that Retry-After names, one is sent then. */
  async #retry({ trial, exchanges }: LimitedClass, send: () => Promise<Exchange>): Promise<void> {
    const last = exchanges.at(-1);
    const seconds = last?.retryAfter;
    const { windowMs } = trial.limit;
    const isToWait = seconds !== undefined && seconds * 1000 <= Math.max(windowMs, 1000);
    if (!isToWait || retriesIn(trial).some(({ isAfter }) => isAfter)) return;
    await this.#until(msOf(last?.receivedNs ?? 0n) + seconds * 1000 + 1);
    await send();
  }

  /**
   * Looks once for what was refused first, as late as absence may be concluded, and before for what was accepted after it: where
   * that is seen, the other would be. Looks for others' payments, too.
   */
  async #look(): Promise<void> {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    const { exchanges } = this.#post;
    const refused = exchanges.filter((one) => attemptOf(one).outcome === 'refused').slice(0, mostLooks);
    const last = refused.at(-1);
    const accepted = exchanges.find((one) => one.class === 'accepted' && last && one.sentNs > last.receivedNs);
    const wanted = [...(accepted ? [accepted] : []), ...refused];
    await this.#until(Math.max(0, ...wanted.map(({ receivedNs }) => msOf(receivedNs + leastWaitNs))) + 1);
    for (const { line } of wanted)
      await this.#get.send(read.search({ clientOrderId: line.request.clientOrderId ?? '' }));
    await this.#get.send(read.payments());
  }

  async #until(ms: number): Promise<void> {
    await this.#stage.patiently(async () => {
      for (let left = ms - nowMs(); left > 0; left = ms - nowMs()) await delay(Math.ceil(left));
    });
  }
}

/** The account that may be used up: main is not one, whose allowance all requirements share. */
const limitedOf = ({ target }: Stage): TargetCredential | undefined =>
  target.credentials.slice(1).find(({ quota }) => quota !== undefined);

/** The `allowance` of one requirement. */
export function allowanceOf(stage: Stage, api: Api, ledger: Ledger): Allowance {
  const classOf = (account: TargetCredential, method: LimitedMethod): LimitedClass | undefined => {
    const limit = account.quota && limitOf(ownQuota(account.quota), method);
    return limit && new LimitedClass(api.as(account), { account: account.label, method, limit });
  };
  return {
    useUp: async (planOf) => {
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
