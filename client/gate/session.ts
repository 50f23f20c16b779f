import { isPlainObject, type Plain, parsedPlain } from '../../schemas/json/plain.ts';
import type { TesteeBreak, TesteeIntroduction, TesteeRequest } from '../protocol/messages.ts';
import { type Answered, breakOf, Testee } from '../protocol/testee.ts';
import { TesteeLog } from './testeeLog.ts';

/** How testees are started: the command, the time that each answer may take, and what replaces secrets. */
export interface SessionOptions {
  command: string;
  deadlineMs: number;
  clean: (text: string) => string;
}

const texts = (value: Plain | undefined): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : undefined;

/** Reads the answer to open; a break if it is not one. */
export function introductionIn(line: string): TesteeIntroduction | TesteeBreak {
  const value = parsedPlain(line);
  if (!isPlainObject(value)) return breakOf('not opened', line.slice(0, 80));
  const { name, version, schemes, operations, features, digestComparison, unsupported } = value;
  if (typeof unsupported === 'string') return breakOf('not opened', `unsupported: ${unsupported.slice(0, 80)}`);
  const lists = [texts(schemes), texts(operations), texts(features)];
  const [ownSchemes, ownOperations, ownFeatures] = lists;
  if (value['ok'] !== true || typeof name !== 'string' || !ownSchemes || !ownOperations || !ownFeatures)
    return breakOf('not opened', line.slice(0, 160));
  return {
    name,
    version: typeof version === 'string' ? version : '',
    schemes: ownSchemes,
    operations: ownOperations,
    features: ownFeatures,
    ...(typeof digestComparison === 'string' && { digestComparison }),
  };
}

/** A testee may be started again this many times after it broke, and after it only waited too long. */
const most = { breaks: 3, waits: 60 };

/** What to do about an SDK that waits longer before it repeats a request than the gate waits for it. */
const waitHint = 'It still waited to repeat a request that had failed: give it more time with --deadline.';

/** The testee of a gate over its processes: a broken one is replaced, a few times. */
export class Session {
  readonly #options: SessionOptions;
  readonly log = new TesteeLog();
  #testee: Testee | undefined;
  #breaks = 0;
  #waits = 0;
  #last: TesteeBreak | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The last break; undefined if there was none. */
  get last(): TesteeBreak | undefined {
    return this.#last;
  }

  /** The break after which the testee is not started again, and how many there were; undefined while it is. */
  get lost(): { broken: TesteeBreak; ends: number } | undefined {
    return this.#last && this.#breaks >= most.breaks ? { broken: this.#last, ends: this.#breaks } : undefined;
  }

  /** Counts the last break as a wait of the SDK for a better moment, which is no fault of the testee. */
  excuse(): void {
    if (!this.#last || this.#waits >= most.waits) return;
    this.#waits += 1;
    this.#breaks -= 1;
    this.#last = { ...this.#last, hint: waitHint };
  }

  /** Adds to a break what the testee wrote to stderr last. */
  explained(broken: TesteeBreak): TesteeBreak {
    const stderr = this.log.lastLines(this.#options.clean);
    return { ...broken, ...(stderr !== undefined && { stderr }) };
  }

  /** Asks the testee, which is started if it does not run. */
  async ask(request: TesteeRequest, deadlineMs = this.#options.deadlineMs): Promise<Answered> {
    if (!this.#testee) this.log.begin();
    this.#testee ??= new Testee({ command: this.#options.command, heard: this.log.hear });
    const answered = await this.#testee.ask(request, deadlineMs);
    if (!('broken' in answered)) return answered;
    const broken = this.explained(answered.broken);
    this.#breaks += 1;
    this.#last = broken;
    await this.end();
    return { ...answered, broken };
  }

  /** Ends the process in good order: the next request starts another. */
  async restart(): Promise<void> {
    if (this.#testee) await this.#testee.ask({ do: 'close' }, this.#options.deadlineMs);
    await this.end();
  }

  /** Ends the process. */
  async end(): Promise<void> {
    await this.#testee?.stop();
    this.#testee = undefined;
  }
}
