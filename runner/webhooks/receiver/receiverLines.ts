import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { AwaitedDelivery, ReceivedDelivery, ReceiverLine } from '../../worker/receiverHandle.ts';
import { containsWord } from './containsWord.ts';

/** The size of one page of lines, characters. */
const pageChars = 1024 * 1024;

const isOf = (line: ReceiverLine | undefined, text: string): line is DeliveryLine =>
  line?.kind === 'delivery' && line.account === undefined && containsWord(text, line.request.body.text ?? '');

/** The lines of a receiver in order, for callers that wait for one of them. */
export class ReceiverLines {
  readonly #lines: ReceiverLine[] = [];
  readonly #waiting = new Set<() => void>();

  add(line: ReceiverLine): void {
    this.#lines.push(line);
    for (const look of [...this.#waiting]) look();
  }

  /** Returns some lines from the n-th on, at least one if there is any. */
  from(start: number): ReceiverLine[] {
    const page: ReceiverLine[] = [];
    let chars = 0;
    for (let at = start; at < this.#lines.length && chars < pageChars; at += 1) {
      const line = this.#lines[at];
      if (line) page.push(line);
      chars += JSON.stringify(line).length;
    }
    return page;
  }

  /** Waits for the first matching delivery; null if none came. */
  next({ text, from, forMs }: AwaitedDelivery): Promise<ReceivedDelivery | null> {
    let at = from;
    const look = (): ReceivedDelivery | undefined => {
      for (; at < this.#lines.length; at += 1) {
        const line = this.#lines[at];
        if (isOf(line, text)) return { at, line };
      }
      return undefined;
    };
    const there = look();
    if (there || forMs <= 0) return Promise.resolve(there ?? null);
    return new Promise((resolve) => {
      const end = (found: ReceivedDelivery | null) => {
        clearTimeout(timer);
        this.#waiting.delete(again);
        resolve(found);
      };
      const again = () => {
        const found = look();
        if (found) end(found);
      };
      const timer = setTimeout(() => end(null), forMs);
      this.#waiting.add(again);
    });
  }
}
