import { type Arbitrary, constantFrom, nat, record, tuple } from 'fast-check';

/** One answer of a receiver to an attempt of a delivery. */
type Answer = { status: number; afterMs?: number } | { reset: 'before' | 'within' };

/** What a receiver may answer where it does not succeed (§ Webhook delivery); the first is the plainest. */
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

/** So many attempts there are at the most: one and ten retries. */
const mostAttempts = 11;

/** A plan by which a receiver fails so many times, and then succeeds. */
export interface FailingPlan {
  failures: number;
  plan: readonly [Answer, ...Answer[]];
}

/** Plans that fail at least once and at most as often as there are retries, then succeed; they shrink to one 500. */
export function failingPlans(most = mostAttempts - 1): Arbitrary<FailingPlan> {
  const one = constantFrom(...failures);
  const others = nat({ max: most - 1 }).chain((count) => tuple(...Array.from({ length: count }, () => one)));
  return record({ first: one, others }).map(({ first, others: more }) => ({
    failures: 1 + more.length,
    plan: [first, ...more, { status: 200 }],
  }));
}
