/** The answer to who asked for a key: the value, or the order to make it and say how that went. */
export type OnceAnswer = { value: unknown } | { made(value: unknown): void; failed(): void };

interface Entry {
  made?: { value: unknown };
  isMaking: boolean;
  readonly waiting: ((turn: OnceAnswer) => void)[];
}

/** What is made only once: who asks first makes the value, the others wait for it. */
export class OncePerRun {
  readonly #entries = new Map<string, Entry>();

  /** Asks for the value of a key; the answer may be the order to make it. */
  ask(key: string): Promise<OnceAnswer> {
    const entry = this.#entries.get(key) ?? { isMaking: false, waiting: [] };
    this.#entries.set(key, entry);
    return new Promise((resolve) => {
      entry.waiting.push(resolve);
      this.#next(entry);
    });
  }

  /** Gives the value of a key, and makes it when it is this asker's turn. What was made is known as its JSON text tells it. */
  async run<T>(key: string, make: () => Promise<T>): Promise<T> {
    const turn = await this.ask(key);
    if ('value' in turn) return turn.value as T;
    try {
      const value = throughJson(await make());
      turn.made(value);
      return value;
    } catch (error) {
      turn.failed();
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

/** A value as every asker is given it, wherever it was made: through its JSON text. Throws for what has none. */
export function throughJson<T>(value: T): T {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('wanted a JSON value to be made only once, found none');
  return JSON.parse(text) as T;
}
