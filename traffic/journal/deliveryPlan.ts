/** How the receiver answers one delivery attempt (§ Webhook delivery). Only status 200 is a success. */
export type Answer =
  /** Answers with a status, at once or `afterMs` after the request was read, with `bytes` of body; a redirect has a Location of its own. */
  | { status: number; afterMs?: number; bytes?: number }
  /** Closes the connection: before any answer, or in the middle of the body of a 500. */
  | { reset: 'before' | 'within' }
  /** Answers 200 with a body so slow that its end comes this many ms later. */
  | { slowMs: number };

/** The answers to the attempts of a delivery, in order; the last one repeats. Plain data, so that it can be stored, reported and shrunk. */
export type DeliveryPlan = readonly [Answer, ...Answer[]];
