import type { Answer, DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import { containsWord } from './containsWord.ts';

/** How deliveries whose raw body contains a text are answered. */
export interface PlannedAnswers {
  text: string;
  plan: DeliveryPlan;
}

/** So many plans are remembered; of more the oldest are forgotten. */
const mostPlans = 1_000;

const success: Answer = { status: 200 };

/** The plans of a run: the attempts of each are counted in the order in which they come, the last answer repeats, later plans win. */
export class AnswerPlans {
  readonly #plans: (PlannedAnswers & { attempts: number })[] = [];

  /** From now on; `attempts` were made before. */
  add({ text, plan }: PlannedAnswers, attempts = 0): void {
    this.#plans.unshift({ text, plan, attempts });
    this.#plans.length = Math.min(this.#plans.length, mostPlans);
  }

  /** The answer to one more attempt; success where nothing else was planned. */
  answerTo(raw: Buffer): Answer {
    const planned = this.#plans.find(({ text }) => containsWord(text, raw));
    if (!planned) return success;
    const answer = planned.plan[Math.min(planned.attempts, planned.plan.length - 1)] ?? success;
    planned.attempts += 1;
    return answer;
  }
}
