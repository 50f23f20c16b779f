import type { PageAnswer, PageView } from '../../domain/pageView.ts';
import { Asking } from './asking.ts';
import { type Act, act, lookAt, Refused } from './service.ts';
import { settings } from './settings.ts';

/** What becomes of a live checkout: something new to show, a change of its status, or no answer. */
export interface Listener {
  readonly shows: (view: PageView) => void;
  readonly changed: (checkout: unknown) => void;
  readonly fails: (why: 'absent' | 'offline') => void;
}

/** The statuses after which nothing changes. */
const FINAL: readonly string[] = ['SUCCESS', 'EXPIRED', 'CONFLICT'];

const RETRY_MS = 1500;

/** The pause after so many failures in a row. */
const retryMs = (failures: number): number => (settings.retries === 'steadily' ? RETRY_MS : 500 * 2 ** failures);

/** The failures in a row after which an impatient page gives up. */
const FEW = 3;

/** Follows one checkout until it is over or until it is closed. */
export class LiveCheckout {
  readonly id: string;
  readonly #listener: Listener;
  readonly #asking: Asking;
  #seen: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Questions go out one after the other, so that no change is told twice. */
  #last: Promise<void> = Promise.resolve();

  constructor(id: string, listener: Listener) {
    this.id = id;
    this.#listener = listener;
    this.#asking = new Asking(id);
    if (settings.asksIn === 'tabInFront') document.addEventListener('visibilitychange', this.#awaken);
  }

  /** Asks now, and again after a while. */
  async follow(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#seen !== null && !this.#asking.isOurs()) return;
    try {
      await this.#inTurn(() => lookAt(this.id, this.#seen));
    } catch (error) {
      if (this.#isClosed) return;
      this.#failures += 1;
      const isRefused = error instanceof Refused && error.status !== 429;
      const isGone = isRefused && (error.status < 500 || settings.endures === 'silence');
      const givesUp = settings.endures === 'fewFailures' && this.#failures > FEW;
      this.#listener.fails(isGone ? 'absent' : 'offline');
      if (!isGone && !givesUp) this.#again(retryMs(this.#failures));
    }
  }

  /** Does what the end user wants. Throws Refused. */
  async act(what: Act, body: Readonly<Record<string, string>>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#inTurn(() => act({ id: this.id, seen: this.#seen }, what, body));
    } catch (error) {
      this.#again(RETRY_MS);
      throw error;
    }
  }

  /** Asks at once when its tab comes to the front. */
  readonly #awaken = (): void => {
    if (!document.hidden && this.#seen !== null) this.#again(0);
  };

  /** Asks no more. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#awaken);
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #inTurn(question: () => Promise<PageAnswer>): Promise<void> {
    const turn = this.#last.then(async () => {
      const answer = await question();
      if (!this.#isClosed) this.#take(answer);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  #take({ view, changes, seen, stored, reportTo }: PageAnswer): void {
    const isFirst = this.#seen === null;
    this.#seen = seen;
    this.#failures = 0;
    for (const [key, value] of Object.entries(stored ?? {})) localStorage.setItem(key, value);
    if (reportTo) navigator.sendBeacon(reportTo, JSON.stringify(view));
    this.#listener.shows(view);
    if (!isFirst) for (const checkout of changes) this.#listener.changed(checkout);
    if (!FINAL.includes(view.status)) this.#again(view.look.pollMs);
  }

  #again(afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.follow(), afterMs);
  }
}
