import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPlainObject, parsedPlain } from '../../schemas/json/plain.ts';
import { wordsOfCommand } from './commandLine.ts';
import { LineReader } from './lineReader.ts';
import type { BreakKind, TesteeBreak, TesteeRequest } from './messages.ts';
import { endMarked, newMark, signalGroup } from './processGroup.ts';

/** The line with which a testee answered, or how it broke the protocol, and how long that took. */
export type Answered = ({ line: string } | { broken: TesteeBreak }) & { tookMs: number };

const hints: Readonly<Record<BreakKind, string>> = {
  'not started': 'Start the command by hand in the same folder.',
  exited: 'Catch every error of the SDK and answer it as {"id":…,"error":{"kind":…}}.',
  silent: 'Read one line of stdin for each request, answer with one line, and flush stdout after it.',
  rubbish: 'Write nothing to stdout but one JSON object a line with the id of the request; write logs to stderr.',
  flood: 'Write nothing to stdout but one JSON object a line with the id of the request; write logs to stderr.',
  'not opened':
    'Answer open with {"id":…,"ok":true,"name":…,"version":…,"schemes":[…],"operations":[…],"features":[…]}.',
};

/** Makes the words for a testee that broke the protocol. */
export const breakOf = (kind: BreakKind, seen: string): TesteeBreak => ({ kind, seen, hint: hints[kind] });

/** How a testee is started. `heard` is called with everything that it writes to stderr. */
export interface TesteeOptions {
  command: string;
  heard: (text: Buffer) => void;
}

/** A running testee: it is asked one request at a time. */
export class Testee {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: LineReader;
  readonly #mark = newMark();
  #broken: TesteeBreak | undefined;
  #interrupt: ((broken: TesteeBreak) => void) | undefined;
  #nextId = 1;
  readonly #killed = () => this.#kill();

  /** Starts the command in a process group of its own, without a shell. Throws ConfigurationError for a command that cannot be split into words. */
  constructor({ command, heard }: TesteeOptions) {
    const [file, ...args] = wordsOfCommand(command);
    const env = { ...process.env, ...this.#mark };
    this.#child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#lines = new LineReader(({ kind, seen }) => this.#break(breakOf(kind, seen)));
    this.#child.stdout.on('data', (chunk: Buffer) => this.#lines.add(chunk));
    this.#child.stderr.on('data', heard);
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', ({ message }) => this.#break(breakOf('not started', message)));
    this.#child.on('exit', (code, signal) => {
      const broken = breakOf('exited', `the end of the process with ${signal ?? `exit code ${code}`}`);
      const left = setTimeout(() => this.#break(broken), drainMs);
      this.#child.once('close', () => {
        clearTimeout(left);
        this.#break(broken);
      });
    });
    process.on('exit', this.#killed);
  }

  /** Asks a request and waits for its answer until the deadline. After a break every later request is answered with it. */
  async ask(request: TesteeRequest, deadlineMs: number): Promise<Answered> {
    const began = performance.now();
    const id = this.#nextId++;
    const answer = await this.#answerTo(`${JSON.stringify({ id, ...request })}\n`, deadlineMs);
    const tookMs = performance.now() - began;
    if ('broken' in answer) return { ...answer, tookMs };
    const value = parsedPlain(answer.line);
    if (isPlainObject(value) && value['id'] === id) return { ...answer, tookMs };
    const seen = isPlainObject(value)
      ? `an answer with the id ${JSON.stringify(value['id'])}`
      : 'a line that is no JSON object';
    const broken = breakOf('rubbish', `${seen} to the request with the id ${id}: ${answer.line.slice(0, 80)}`);
    this.#break(broken);
    return { broken, tookMs };
  }

  #answerTo(text: string, deadlineMs: number): Promise<{ line: string } | { broken: TesteeBreak }> {
    if (this.#broken) return Promise.resolve({ broken: this.#broken });
    return new Promise((resolve) => {
      const isUnread = () => this.#child.stdin.writableLength > 0;
      const timer = setTimeout(() => {
        const seen = isUnread() ? 'a process that does not read its stdin' : 'no answer';
        this.#break(breakOf('silent', `${seen} within ${deadlineMs} ms`));
      }, deadlineMs);
      const settle = (answer: { line: string } | { broken: TesteeBreak }) => {
        clearTimeout(timer);
        this.#interrupt = undefined;
        this.#lines.await(undefined);
        resolve(answer);
      };
      this.#interrupt = (broken) => settle({ broken });
      this.#lines.await((line) => settle({ line }));
      this.#child.stdin.write(text);
    });
  }

  #break(broken: TesteeBreak): void {
    this.#broken ??= broken;
    this.#interrupt?.(this.#broken);
  }

  #kill(): void {
    signalGroup(this.#child, 'SIGKILL');
    endMarked(this.#mark);
  }

  /** Ends the testee and everything that it started: it may exit by itself for a moment, unless it is broken. */
  async stop(): Promise<void> {
    const { stdin, exitCode, signalCode, pid } = this.#child;
    const hasEnded = exitCode !== null || signalCode !== null || pid === undefined;
    const ended = hasEnded ? Promise.resolve() : once(this.#child, 'exit');
    stdin.end();
    if (!this.#broken) await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
    this.#kill();
    process.off('exit', this.#killed);
    await ended;
    // What still holds them open must not keep the gate from ending.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/** How long the last output of a process that has ended may take, if another process holds its stdout open. */
const drainMs = 200;

/** How long a testee may take to exit after the end of its stdin. */
const graceMs = 1_000;
