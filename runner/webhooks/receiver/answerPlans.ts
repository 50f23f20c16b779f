import type { Answer, DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import { containsWord } from './containsWord.ts';

/** The answers to deliveries whose raw body contains a text. */
export interface PlannedAnswers {
  text: string;
  plan: DeliveryPlan;
}

/** At most this many plans are stored; the oldest are dropped. */
const mostPlans = 1_000;

/** The answer plans of a run. Each counts its attempts in the order of arrival and repeats its last answer; newer plans take precedence. */
export class AnswerPlans {
  readonly #plans: (PlannedAnswers & { attempts: number })[] = [];

  /** Adds a plan from now on; `attempts` is the number of attempts that the plan has already answered. */
  add({ text, plan }: PlannedAnswers, attempts = 0): void {
    this.#plans.unshift({ text, plan, attempts });
    this.#plans.length = Math.min(this.#plans.length, mostPlans);
  }

  /** Returns the answer to one more attempt; undefined if no plan applies. */
  answerTo(raw: Buffer): Answer | undefined {
    const planned = this.#plans.find(({ text }) => containsWord(text, raw));
    if (!planned) return undefined;
    const answer = planned.plan[Math.min(planned.attempts, planned.plan.length - 1)];
    planned.attempts += 1;
    return answer;
  }
}
