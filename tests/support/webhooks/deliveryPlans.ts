import { type Arbitrary, constantFrom, nat, record, tuple } from 'fast-check';

/** One answer of a receiver to a delivery attempt. */
type Answer = { status: number; afterMs?: number } | { reset: 'before' | 'within' };

/** Answers with which a receiver does not succeed (§ Webhook delivery); the plainest comes first. */
const failures: readonly Answer[] = [
  { status: 500 },
  { status: 503 },
  { status: 404 },
  { status: 400 },
  { status: 401 },
  { status: 410 },
  { status: 429 },
  { status: 201 },
  { status: 204 },
  { status: 301 },
  { reset: 'before' },
  { reset: 'within' },
  { status: 200, afterMs: 12_000 },
];

/** The largest number of attempts: the first one and ten retries. */
const mostAttempts = 11;

/** A plan by which a receiver fails a number of times and then succeeds. */
export interface FailingPlan {
  failures: number;
  plan: readonly [Answer, ...Answer[]];
}

/** Generates plans that fail at least once, at most `most` times, and then succeed; they shrink to one 500. */
export function failingPlans(most = mostAttempts - 1): Arbitrary<FailingPlan> {
  const one = constantFrom(...failures);
  const others = nat({ max: most - 1 }).chain((count) => tuple(...Array.from({ length: count }, () => one)));
  return record({ first: one, others }).map(({ first, others: more }) => ({
    failures: 1 + more.length,
    plan: [first, ...more, { status: 200 }],
  }));
}
