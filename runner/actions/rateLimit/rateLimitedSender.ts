import { type LimitTrial, limitTrialOf, toMs } from '../../../oracles/limits/models/limitTrials.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import type { Api } from '../../worker/api.ts';

/** Sends the requests of one method class of an account, one group after another, for all its callers. */
export class RateLimitedSender {
  readonly #api: Api;
  readonly #of: Pick<LimitTrial, 'account' | 'method' | 'limit'>;
  readonly #exchanges: Exchange[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #turn = 0;

  constructor(api: Api, of: Pick<LimitTrial, 'account' | 'method' | 'limit'>) {
    this.#api = api;
    this.#of = of;
  }

  /**
   * Sends so many requests at once, after all earlier requests are answered. The plans take turns, and so do the schemes unless one is given, because a limit counts
   * both.
   */
  sendInTurn(plans: readonly [Plan, ...Plan[]], count: number, given: SendOptions = {}): Promise<Exchange>[] {
    const before = this.#last;
    const first = this.#turn;
    this.#turn += count;
    const sent = Array.from({ length: count }, async (_, nth) => {
      await before;
      const turn = first + nth;
      const scheme = Math.floor(turn / plans.length) % 2 === 0 ? 'signed' : 'simple';
      const plan = plans[turn % plans.length] ?? plans[0];
      // Every creation is one that the account may make.
      const exchange = await this.#api.send(plan, { scheme, ...(plan.body && { purpose: 'control' }), ...given });
      this.#exchanges.push(exchange);
      return exchange;
    });
    // A failure is reported to its own caller and does not affect the next caller.
    this.#last = Promise.allSettled(sent);
    return sent;
  }

  async send(plan: Plan): Promise<Exchange> {
    const [sent] = await Promise.all(this.sendInTurn([plan], 1));
    return sent as Exchange;
  }

  /** The exchanges in the order in which they were sent. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges.toSorted((a, b) => (a.sentNs < b.sentNs ? -1 : 1));
  }

  get tookMs(): number {
    const last = this.exchanges.at(-1);
    return last ? toMs(last.receivedNs - last.sentNs) : 0;
  }

  get trial(): LimitTrial {
    return limitTrialOf(this.exchanges, this.#of);
  }
}

/** Classifies an answer. Every kind of refusal counts, because it is still unknown with which status the rate limit refuses. */
export function attemptOf({ class: kind, sentNs, receivedNs }: Exchange): Attempt {
  const isRefused = kind === 'throttled' || kind === 'refused' || kind === 'unavailable';
  const outcome = kind === 'accepted' ? 'accepted' : isRefused ? 'refused' : 'unknown';
  return { sentMs: toMs(sentNs), receivedMs: toMs(receivedNs), outcome };
}
