import { parse, stringify } from 'lossless-json';

/** The longest body that is laid out line by line. */
const mostUnits = 100_000;

/** Returns the lines of a body: JSON laid out with its numbers as they were written, anything else as it is. */
export function prettyLines(text: string): readonly string[] {
  const isJson = text.length <= mostUnits && /^\s*[[{]/.test(text);
  if (!isJson) return text.slice(0, mostUnits).split('\n');
  try {
    return (stringify(parse(text), undefined, 2) ?? text).split('\n');
  } catch {
    return text.split('\n');
  }
}

/** Lines beside each other of which only some are shown; `skipped` lines were left out before them. */
export interface Excerpt {
  skipped: number;
  lines: readonly { text: string; isMarked: boolean }[];
}

/** How many lines are shown at the beginning, and around each marked line. */
const [first, around] = [14, 3];

/** Returns the lines that a reader needs: the first ones and those around the marks, at most `most` of them, and the number of those after the last. */
export function excerptOf(
  lines: readonly string[],
  { isMarked, most }: { isMarked: (line: string) => boolean; most: number },
): { parts: readonly Excerpt[]; left: number } {
  const marks = lines.map(isMarked);
  const near = new Set(
    marks.flatMap((is, at) => (is ? Array.from({ length: 2 * around + 1 }, (_, offset) => at - around + offset) : [])),
  );
  const shown = lines.flatMap((_, at) => (at < first || near.has(at) ? [at] : [])).slice(0, most);
  const parts: { skipped: number; lines: { text: string; isMarked: boolean }[] }[] = [];
  let next = 0;
  for (const at of shown) {
    const line = { text: lines[at] ?? '', isMarked: marks[at] ?? false };
    const part = parts.at(-1);
    if (part && at === next) part.lines.push(line);
    else parts.push({ skipped: at - next, lines: [line] });
    next = at + 1;
  }
  return { parts, left: lines.length - next };
}
