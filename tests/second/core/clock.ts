import { fromMs, type Instant } from './time.ts';

interface Task {
  at: number;
  order: number;
  run: () => void;
}

const LONGEST_TIMER_MS = 2_000_000_000;

/** The server's clock: real time plus an offset, with everything that is due at some later time of it. */
export class Clock {
  private offset = 0;
  private lastStamp: Instant = 0n;
  private order = 0;
  private tasks: Task[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly pending = new Set<Promise<void>>();
  private turn: Promise<void> = Promise.resolve();
  private stopped = false;

  /** The server's time in milliseconds. */
  now(): number {
    return Date.now() + this.offset;
  }

  /** The server's time as a moment that is later than every moment given before. */
  stamp(): Instant {
    const now = fromMs(this.now());
    this.lastStamp = now > this.lastStamp ? now : this.lastStamp + 1_000n;
    return this.lastStamp;
  }

  /** Runs a task once the clock reaches a time in milliseconds. */
  at(ms: number, run: () => void): void {
    if (this.stopped) return;
    this.order += 1;
    const task = { at: ms, order: this.order, run };
    let place = this.tasks.length;
    while (place > 0 && (this.tasks[place - 1]?.at ?? 0) > ms) place -= 1;
    this.tasks.splice(place, 0, task);
    this.arm();
  }

  /** Runs a task some milliseconds from now. */
  after(ms: number, run: () => void): void {
    this.at(this.now() + ms, run);
  }

  /** Lets moves of the clock wait for work that runs in real time. */
  track(work: Promise<void>): void {
    this.pending.add(work);
    void work.finally(() => this.pending.delete(work));
  }

  /** Moves the clock forward; what falls due in between happens in order, each at its own time. */
  advance(ms: number): Promise<void> {
    const move = this.turn.then(() => this.move(ms));
    this.turn = move.catch(() => undefined);
    return move;
  }

  /** Stops for good: nothing that is due later will run. */
  stop(): void {
    this.stopped = true;
    this.tasks = [];
    clearTimeout(this.timer);
  }

  private async move(ms: number): Promise<void> {
    const target = this.now() + ms;
    for (;;) {
      while (this.pending.size > 0) await Promise.allSettled([...this.pending]);
      const next = this.tasks[0];
      if (next === undefined || next.at > Math.max(target, this.now())) break;
      this.jumpTo(next.at);
      this.runFirst();
    }
    this.jumpTo(target);
    this.arm();
  }

  private jumpTo(ms: number): void {
    const distance = ms - this.now();
    if (distance > 0) this.offset += distance;
  }

  private runFirst(): void {
    this.tasks.shift()?.run();
  }

  private runDue(): void {
    while ((this.tasks[0]?.at ?? Number.POSITIVE_INFINITY) <= this.now()) this.runFirst();
    this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.tasks[0];
    if (next === undefined || this.stopped) return;
    const wait = Math.min(Math.max(next.at - this.now(), 0), LONGEST_TIMER_MS);
    this.timer = setTimeout(() => this.runDue(), wait);
  }
}
