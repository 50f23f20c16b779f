import { Exchange } from '../../traffic/journal/exchange.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { Exhausted, type LimiterHandle } from '../../traffic/rate/limiter/limiterHandle.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import type { Target } from '../../traffic/target/target.ts';
import { Client, Unreachable } from '../../traffic/transport/client.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import { redactorFor } from '../worker/worker.ts';

/** The most GETs of one visit. */
const mostGets = 30;

/** A target that answers more slowly than this is reported as one that does not answer, ms. */
const patience = { answerMs: 10_000, recoverMs: 1_000 };

/** Reads from a target, with at most `mostGets` GETs and nothing else, within its quota. Nothing is stored on disk. */
export class Visit {
  readonly target: Target;
  readonly client: Client;
  readonly exchanges: Exchange[] = [];
  /** Why the target cannot be reached; undefined as long as it answers. */
  unreachable: string | undefined;
  #gets = 0;

  constructor(target: Target, limiter: LimiterHandle) {
    const answerMs = Math.min(target.deadlines.answerMs, patience.answerMs);
    this.target = { ...target, deadlines: { ...target.deadlines, ...patience, answerMs } };
    this.client = new Client({
      target: this.target,
      redactor: redactorFor(target, []),
      prefix: 'doctor',
      write: (line) => this.#note(line),
      limiter: { ...limiter, spend: (method) => this.#spend(method, limiter) },
      patiently: (wait) => wait(),
      isFirst: true,
    });
  }

  /** Counts one GET; false if there is none left. */
  take(): boolean {
    if (this.#gets >= mostGets) return false;
    this.#gets += 1;
    return true;
  }

  /** Sends one signed GET; undefined if no GET is left, or the target is gone. */
  async get(plan: Plan | string, account?: TargetCredential): Promise<Exchange | undefined> {
    // An account with a quota of its own asks no limiter.
    if (this.unreachable !== undefined || (account?.quota && !this.take())) return undefined;
    const isPath = typeof plan === 'string';
    try {
      return await this.client.send({
        requirement: 'doctor',
        purpose: 'look',
        ...(!isPath && { operation: plan.operation }),
        ...(account && { account: account.label }),
        method: 'GET',
        path: isPath ? plan : pathOf(plan),
        signing: { scheme: 'signed', credential: account ?? this.target.credentials[0] },
      });
    } catch (error) {
      if (error instanceof Unreachable || error instanceof Exhausted) return undefined;
      throw error;
    }
  }

  #spend(method: string, limiter: LimiterHandle) {
    if (method !== 'GET') throw new Error(`doctor only reads, but it was about to send a ${method}`);
    return this.take() ? limiter.spend(method) : Promise.reject(new Exhausted(`${mostGets} GETs are spent`));
  }

  #note(line: Line): void {
    if (line.kind === 'exchange') this.exchanges.push(Exchange.of(line));
    if (line.kind === 'halt') this.unreachable = line.message;
  }
}
