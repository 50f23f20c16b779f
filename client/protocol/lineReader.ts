/** A line of an answer may have at most this many bytes: an answer repeats at most a webhook of 10 MB. */
const longestAnswer = 32 * 1024 * 1024;

/** How a stream ended badly: a line that is too long, or lines that nobody asked for. */
export type StreamFault = { kind: 'flood' | 'rubbish'; seen: string };

/** Cuts the standard output of a testee into lines, within a bound. Lines that come while none is awaited are a fault. */
export class LineReader {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #waiting: ((line: string) => void) | undefined;
  #fault: StreamFault | undefined;
  readonly #failed: (fault: StreamFault) => void;

  /** `failed` is called once, for the first fault. */
  constructor(failed: (fault: StreamFault) => void) {
    this.#failed = failed;
  }

  /** The first fault of the stream, if any. */
  get fault(): StreamFault | undefined {
    return this.#fault;
  }

  /** Calls `take` with the next line; undefined waits for no line. */
  await(take: ((line: string) => void) | undefined): void {
    this.#waiting = take;
  }

  /** Takes bytes of the stream. */
  add(chunk: Buffer): void {
    if (this.#fault) return;
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#take(Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString('utf8'));
      this.#pieces = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
      if (this.#fault) return;
    }
    this.#bytes += rest.length;
    if (rest.length > 0) this.#pieces.push(rest);
    if (this.#bytes > longestAnswer)
      this.#fail({ kind: 'flood', seen: `more than ${longestAnswer} bytes on stdout without the end of a line` });
  }

  #take(line: string): void {
    const take = this.#waiting;
    this.#waiting = undefined;
    if (take) take(line);
    else if (line.trim() !== '')
      this.#fail({ kind: 'rubbish', seen: `a line on stdout that nobody asked for: ${line.slice(0, 80)}` });
  }

  #fail(fault: StreamFault): void {
    this.#fault = fault;
    this.#pieces = [];
    this.#failed(fault);
  }
}
