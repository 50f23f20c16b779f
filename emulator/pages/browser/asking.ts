import { settings } from './settings.ts';

/** Which of the tabs of a browser asks for news of a checkout: every one, unless a service leaves it to those in front, or a careless one to the first. */
export class Asking {
  readonly #key: string;
  readonly #own = `${performance.timeOrigin} ${performance.now()}`;

  constructor(id: string) {
    this.#key = `app-widget-asking-${id}`;
    if (settings.asksIn === 'oneTab')
      addEventListener('pagehide', () => this.isOurs() && localStorage.removeItem(this.#key));
  }

  /** True if this tab asks. */
  isOurs(): boolean {
    if (settings.asksIn === 'everyTab') return true;
    if (settings.asksIn !== 'oneTab') return !document.hidden;
    const first = localStorage.getItem(this.#key) ?? this.#own;
    localStorage.setItem(this.#key, first);
    return first === this.#own;
  }
}
