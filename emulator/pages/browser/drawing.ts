import type { PageView } from '../../domain/pageView.ts';
import { Countdown } from './countdown.ts';
import { amountOf, type Draft, firstDraft, offerOf } from './draft.ts';
import type { LiveCheckout } from './live.ts';
import { h } from './markup.ts';
import { asRemembered, rememberChoice } from './remembered.ts';
import { isOver, screen, spoken } from './screen.ts';
import type { Act } from './service.ts';
import { settings } from './settings.ts';
import { filled, type Words, wordsOf } from './words.ts';

const TICK_MS = 1000;

/** A page that goes back by itself lets the end user read the outcome first. */
const LEAVE_AFTER_MS = 2500;

/** Draws one checkout, and draws it again when something changes. */
export class Drawing {
  readonly root = h('div', { class: 'aw' });
  readonly #card = h('div', {});
  readonly #voice = h('p', { class: 'silent', role: 'status', 'aria-live': 'polite' });
  readonly #clock = new Countdown();
  readonly #leave: (url: string) => void;
  readonly #ticking = setInterval(() => this.#clock.show(), TICK_MS);
  #live: LiveCheckout | undefined;
  #view: PageView | undefined;
  #draft: Draft | undefined;
  #balanceAmount = '';
  #isBusy = false;
  #pretended: string | null = null;
  #problem: string | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(leave: (url: string) => void) {
    this.#leave = leave;
    this.root.append(this.#card, this.#voice);
  }

  /** Sends what the end user does to this checkout. */
  actOn(live: LiveCheckout): void {
    this.#live = live;
  }

  /** Shows a new state, unless only the time went on. */
  show(shown: PageView): void {
    const before = this.#view;
    const known = asRemembered(shown);
    const view = this.#pretended === null ? known : { ...known, status: this.#pretended };
    this.#view = view;
    this.#draft = before?.id === view.id && this.#draft ? this.#draft : firstDraft(view);
    this.#clock.read(view);
    const isNew = before === undefined || stateOf(before) !== stateOf(view) || this.#problem === OFFLINE;
    if (this.#problem === OFFLINE) this.#problem = null;
    if (isNew) this.#redraw();
    if (before?.status === view.status) return;
    this.#voice.textContent = spoken(view, wordsOf(view.look));
    if (isOver(view)) this.#over(view);
  }

  /** Says that the checkout cannot be shown, or that the service cannot be reached. */
  fail(why: 'absent' | 'offline'): void {
    const words = wordsOf(this.#view?.look ?? { language: 'en', wording: 'plain' });
    if (this.#view && why === 'offline') {
      this.#problem = OFFLINE;
      this.#redraw();
    } else {
      const note = h('p', { class: 'note' }, words[why]);
      this.#card.replaceChildren(h('section', { class: 'card' }, h('div', { class: 'body' }, note)));
    }
  }

  /** Shows another status than that of the checkout, which only a careless service does. */
  pretend(status: string): void {
    this.#pretended = status;
    if (this.#view) this.show(this.#view);
  }

  /** Stops everything that runs by itself. */
  close(): void {
    clearInterval(this.#ticking);
    clearTimeout(this.#leaving);
  }

  #over({ look, returnTo }: PageView): void {
    clearInterval(this.#ticking);
    if (look.returns !== 'itself' || returnTo === null) return;
    this.#leaving = setTimeout(() => this.#leave(returnTo.url), LEAVE_AFTER_MS);
  }

  #redraw(): void {
    const [view, draft] = [this.#view, this.#draft];
    if (!view || !draft) return;
    const words = wordsOf(view.look);
    const problem = this.#problem === OFFLINE ? words.offline : this.#problem;
    const scene = { view, words, isBusy: this.#isBusy, problem };
    const drawn = screen(scene, {
      choosing: {
        draft,
        change: (change, redraws) => this.#change(change, redraws),
        submit: () => this.#choose(words),
      },
      paying: {
        amount: this.#balanceAmount,
        write: (amount) => {
          this.#balanceAmount = amount;
        },
        settle: () => this.#settle(words),
      },
      clock: this.#clock.element,
    });
    this.#keepingFocus(() => this.#card.replaceChildren(drawn));
  }

  /** Redraws without taking the focus away from who works with the keyboard. */
  #keepingFocus(draw: () => void): void {
    const within = this.root.getRootNode() as Document | ShadowRoot;
    const focused = within.activeElement;
    const had = focused !== null && this.root.contains(focused);
    draw();
    if (!had) return;
    const again =
      this.root.querySelector(`#${CSS.escape(focused.id || 'none')}`) ?? this.root.querySelector('[tabindex]');
    const target = again ?? this.#card;
    if (target === this.#card) target.setAttribute('tabindex', '-1');
    (target as HTMLElement).focus();
  }

  #change(change: (draft: Draft) => Draft, redraws: boolean): void {
    if (this.#draft) this.#draft = change(this.#draft);
    if (!redraws) return;
    this.#problem = null;
    this.#redraw();
  }

  #choose(words: Words): void {
    const [view, draft] = [this.#view, this.#draft];
    if (!view || !draft) return;
    const offer = offerOf(draft, view.offers);
    const amount = amountOf(draft, settings.entered);
    if (offer) rememberChoice(offer.asset);
    if (offer === undefined) this.#complain(words.pickAll);
    else if (view.suggestions === null) void this.#act('choice', { asset: offer.asset }, words);
    else if (amount === null) this.#complain(words.pickAmount);
    else void this.#act('choice', { asset: offer.asset, amount }, words);
  }

  #settle(words: Words): void {
    const isFree = this.#view?.demand?.due === null;
    void this.#act('settlement', isFree ? { amount: this.#balanceAmount } : {}, words);
  }

  async #act(what: Act, body: Readonly<Record<string, string>>, words: Words): Promise<void> {
    if (this.#isBusy || this.#live === undefined) return;
    this.#isBusy = true;
    this.#problem = null;
    this.#redraw();
    let why: string | null = null;
    try {
      await this.#live.act(what, body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      why = filled(words.refused, { reason: reason.replace(/\.$/, '') });
    }
    this.#isBusy = false;
    this.#problem = why;
    this.#redraw();
  }

  #complain(problem: string): void {
    this.#problem = problem;
    this.#redraw();
  }
}

/** The problem of a page without a connection, which goes away by itself. */
const OFFLINE = 'offline';

/** All of a view but its time. */
const stateOf = ({ now: _, ...state }: PageView): string => JSON.stringify(state);
