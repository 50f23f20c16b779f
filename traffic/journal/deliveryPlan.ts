/** How the receiver answers one attempt of a delivery (§ Webhook delivery); a status of 200 is success, anything else is not. */
export type Answer =
  /** Answers with a status, at once or so many ms after the request was read; `bytes` of body, a redirect with a Location of its own. */
  | { status: number; afterMs?: number; bytes?: number }
  /** Closes the connection: before anything is answered, or in the middle of the body of a 500. */
  | { reset: 'before' | 'within' }
  /** Answers 200, its body so slowly that its end comes this many ms later. */
  | { slowMs: number };

/** How the attempts of a delivery are answered, one after the other; the last answer repeats. Plain data: it is kept, told and shrunk. */
export type DeliveryPlan = readonly [Answer, ...Answer[]];
