import type { OutputLine } from '../record/clientLines.ts';

/** So much of what a testee writes to stderr is searched, and so much of it is stored. */
const most = { searched: 16 * 1024 * 1024, stored: 64 * 1024 };

/** Collects what the processes of a testee write to stderr, within a bound. */
export class TesteeLog {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #kept = 0;

  /** Takes what was written. */
  readonly hear = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    if (this.#kept >= most.searched) return;
    this.#kept += chunk.length;
    this.#chunks.push(chunk);
  };

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
