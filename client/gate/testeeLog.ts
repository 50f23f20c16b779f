import type { OutputLine } from '../record/clientLines.ts';

/** So much of what a testee writes to stderr is searched, and so much of it is stored; so much of its end may be shown. */
const most = { searched: 16 * 1024 * 1024, stored: 64 * 1024, recent: 64 * 1024 };

/** A frame of a stack of JavaScript or Java: the error itself stands above all of them. */
const isFrame = /^\s+at /;

/** So many of the last lines are shown beside a break, and so many characters of each. */
const shown = { lines: 5, characters: 200 };

/** Collects what the processes of a testee write to stderr, within a bound. */
export class TesteeLog {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #kept = 0;
  #recent = Buffer.alloc(0);

  /** Takes what was written. */
  readonly hear = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    this.#recent = Buffer.concat([this.#recent, chunk]).subarray(-most.recent);
    if (this.#kept >= most.searched) return;
    this.#kept += chunk.length;
    this.#chunks.push(chunk);
  };

  /** Forgets the last lines: another process begins. */
  begin(): void {
    this.#recent = Buffer.alloc(0);
  }

  /** Returns the last lines of the running process as one text, without secrets; undefined if it wrote nothing. */
  lastLines(clean: (text: string) => string): string | undefined {
    const text = clean(this.#recent.toString('utf8'));
    // A first line that was cut may begin within a secret.
    const whole = this.#recent.length < most.recent ? text : text.replace(/^[^\n]*\n?/, '');
    const lines = whole.split(/[\r\n]+/).filter((line) => line.trim() !== '' && !isFrame.test(line));
    const last = lines.slice(-shown.lines).map((line) => line.trim().slice(0, shown.characters));
    return last.length > 0 ? last.join(' | ') : undefined;
  }

  /** Returns the line for the journal, without secrets; `labels` are the names by which `clean` replaces them. */
  line(clean: (text: string) => string, labels: readonly string[]): OutputLine {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    const bare = clean(text);
    const leaks = labels.filter((label) => bare.includes(`<${label}>`) && !text.includes(`<${label}>`));
    const unsearched = this.#bytes - this.#kept;
    return {
      kind: 'output',
      text: bare.slice(0, most.stored),
      bytes: this.#bytes,
      leaks,
      ...(unsearched > 0 && { unsearched }),
    };
  }
}
