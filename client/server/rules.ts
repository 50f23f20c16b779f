import type { Exact } from '../../schemas/json/exact.ts';

/** What is changed in an answer, by name; each is a function in `edits.ts`. */
export type Edit =
  | { edit: 'unknown fields' | 'nulls' | 'absent fields' | 'unknown values' | 'mixed' }
  | { edit: 'times'; fraction: string }
  | { edit: 'numbers'; values: readonly string[] }
  | { edit: 'fields'; fields: Readonly<Record<string, Exact>> };

/** An answer as a scenario writes it down. */
export interface MadeAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  text: string;
}

/** How long a client is told to wait: in whole seconds, as a date, or not at all. */
export interface Throttle {
  form: 'seconds' | 'date' | 'none';
  seconds: number;
}

/** The pages of a search: how many payments there are, and what happens while they are walked. */
export interface PagesPlan {
  payments: number;
  /** The size of a page for a request that names none. */
  size: number;
  /** After the first page this many payments come to the end or the beginning of the list. */
  growth?: { at: 'end' | 'beginning'; by: number };
  /** The last page that is announced has nothing on it. */
  isLastEmpty?: true;
  /** No page has more payments than this, whatever size is asked for. */
  most?: number;
  /** What is changed in each page. */
  edits?: readonly Edit[];
}

/** What the front does with a request. */
export type Action =
  | { do: 'pass'; edits?: readonly Edit[]; headers?: Readonly<Record<string, string>>; status?: number }
  | { do: 'sample'; edits?: readonly Edit[]; headers?: Readonly<Record<string, string>>; status?: number }
  | { do: 'answer'; answer: MadeAnswer }
  | { do: 'throttle'; throttle: Throttle; text: string }
  | { do: 'cut'; afterBytes: number; isChunked?: true }
  /** Sends the beginning of an answer, and then nothing for as long as a silence lasts. */
  | { do: 'stall'; afterBytes: number }
  /** `drop` passes the request on and then ends the connection, so that nobody knows what became of it. */
  | { do: 'silence' | 'reset' | 'drop' }
  | { do: 'redirect'; status: number; to: 'elsewhere' | 'another port' }
  | { do: 'pages'; pages: PagesPlan };

/** One rule of a scenario: which requests it is for, and what is done with them. The first that fits decides; without one a request passes on. */
export interface Rule {
  operation?: string;
  /** From which to which of the requests that fit, counted from 1; all if absent. */
  from?: number;
  to?: number;
  action: Action;
}

/** Follows the rules of a scenario: counts the requests that fit each. */
export class RuleBook {
  readonly #rules: readonly Rule[];
  readonly #counts: number[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#counts = rules.map(() => 0);
  }

  /** Returns what to do with the next request to an operation. */
  next(operation: string | undefined): Action {
    const found = this.#rules.filter((rule, at) => {
      if (rule.operation !== undefined && rule.operation !== operation) return false;
      const nth = (this.#counts[at] ?? 0) + 1;
      this.#counts[at] = nth;
      return nth >= (rule.from ?? 1) && nth <= (rule.to ?? Number.POSITIVE_INFINITY);
    });
    return found[0]?.action ?? { do: 'pass' };
  }
}
