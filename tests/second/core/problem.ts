import type { JsonObject } from './json.ts';

/** What is told of a refusal: an HTTP status, a short code, a sentence and perhaps the field that is wrong. */
export interface Refusal {
  status: number;
  code: string;
  detail: string;
  field?: string | undefined;
}

/** A refusal that is told to the caller. */
export class Problem extends Error {
  constructor(private readonly refusal: Refusal) {
    super(refusal.detail);
  }

  /** The HTTP status of the refusal. */
  get status(): number {
    return this.refusal.status;
  }

  /** The JSON body of the refusal. */
  body(at: string): JsonObject {
    const { code, detail, field, status } = this.refusal;
    return { code, detail, field, status, at };
  }
}

/** The request itself is malformed: 400. */
export function badRequest(message: string, field?: string): Problem {
  return new Problem({ status: 400, code: 'request.invalid', detail: message, field });
}

/** The caller has not proved who it is: 401. */
export function unauthorized(message: string): Problem {
  return new Problem({ status: 401, code: 'auth.refused', detail: message });
}

/** The caller is known but may not do this: 403. */
export function forbidden(message: string): Problem {
  return new Problem({ status: 403, code: 'access.denied', detail: message });
}

/** The thing asked for is not there, or not the caller's: 404. */
export function notFound(what: string): Problem {
  return new Problem({ status: 404, code: 'not.found', detail: `${what} not found` });
}

/** The request contradicts what is already there: 409. */
export function conflict(message: string, field?: string): Problem {
  return new Problem({ status: 409, code: 'state.conflict', detail: message, field });
}

/** The request is well formed but a rule of business forbids it: 422. */
export function unprocessable(message: string, field?: string): Problem {
  return new Problem({ status: 422, code: 'rule.violated', detail: message, field });
}
