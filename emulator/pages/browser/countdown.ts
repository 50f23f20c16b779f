import type { PageView } from '../../domain/pageView.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A duration in whole seconds as hours, minutes and seconds. */
function durationText(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
  const time = `${two(minutes)}:${two(left % 60)}`;
  if (days > 0) return `${days} d ${two(hours)}:${time}`;
  return hours > 0 ? `${hours}:${time}` : time;
}

/** Counts the time left of a checkout down, by the clock of the service. */
export class Countdown {
  readonly element = document.createElement('time');
  #endsInMs = 0;
  #readAtMs = 0;

  constructor() {
    this.element.setAttribute('role', 'timer');
    this.element.setAttribute('aria-live', 'off');
  }

  /** Takes the time of a new view. */
  read({ now, endsAt }: Pick<PageView, 'now' | 'endsAt'>): void {
    this.#endsInMs = Date.parse(endsAt) - Date.parse(now);
    this.#readAtMs = performance.now();
    this.show();
  }

  /** Shows the time left now. */
  show(): void {
    const leftMs = this.#endsInMs - (performance.now() - this.#readAtMs);
    const text = durationText(leftMs / 1000);
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
