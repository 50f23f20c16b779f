/** The answer to a request for a key: the value, or the task to make it and report the result. */
export type OnceAnswer = { value: unknown } | { made(value: unknown): void; failed(): void };

interface Entry {
  made?: { value: unknown };
  isMaking: boolean;
  readonly waiting: ((answer: OnceAnswer) => void)[];
}

/** Values that are made only once: the first caller makes the value, the others wait for it. */
export class OncePerRun {
  readonly #entries = new Map<string, Entry>();

  /** Requests the value of a key; the answer may be the task to make it. */
  ask(key: string): Promise<OnceAnswer> {
    const entry = this.#entries.get(key) ?? { isMaking: false, waiting: [] };
    this.#entries.set(key, entry);
    return new Promise((resolve) => {
      entry.waiting.push(resolve);
      this.#next(entry);
    });
  }

  /** Returns the value of a key, and makes the value if this caller is the first. Every caller gets the value as it is read from its JSON text. */
  async run<T>(key: string, make: () => Promise<T>): Promise<T> {
    const answer = await this.ask(key);
    if ('value' in answer) return answer.value as T;
    try {
      const value = throughJson(await make());
      answer.made(value);
      return value;
    } catch (error) {
      answer.failed();
      throw error;
    }
  }

  #next(entry: Entry): void {
    const { made, waiting } = entry;
    if (made) for (const resolve of waiting.splice(0)) resolve(made);
    if (entry.isMaking) return;
    const maker = waiting.shift();
    if (!maker) return;
    entry.isMaking = true;
    maker({
      made: (value) => {
        entry.made = { value };
        this.#next(entry);
      },
      failed: () => {
        if (entry.made) return;
        entry.isMaking = false;
        this.#next(entry);
      },
    });
  }
}

/** Converts a value to JSON text and back, so that every caller gets the same value, wherever the value was made. Throws if the value has no JSON text. */
export function throughJson<T>(value: T): T {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('expected a JSON value to make only once, got a value without JSON text');
  return JSON.parse(text) as T;
}
