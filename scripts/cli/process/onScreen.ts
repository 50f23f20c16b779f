import { variable } from '../../../traffic/system/environment.ts';

/** Where a text is shown. */
export interface Screen {
  isTerminal: boolean;
  columns?: number;
}

/** True if a log is read later, and not a terminal now. */
export const isCi = (): boolean => ![undefined, 'false', '0'].includes(variable('CI'));

/** Returns what a stream shows its text on. A job of CI has a log, even if it claims to be a terminal. */
export const screenOf = ({ isTTY, columns }: NodeJS.WriteStream): Screen => ({
  isTerminal: isTTY === true && !isCi(),
  ...(columns > 0 && { columns }),
});

/** The colours of the words that a verdict begins with: red, green, yellow. */
const colours: readonly (readonly [RegExp, number])[] = [
  [/^(FAILED|UNREACHABLE|FAULT OF ASSAY|NOT DONE):/gm, 31],
  [/^PASSED:/gm, 32],
  [/^INCOMPLETE:/gm, 33],
];

/** Folds a line at spaces, with the following lines indented under its own text. Commands are not folded: they are copied. */
function folded(line: string, width: number): string {
  if (line.length <= width || /^ *(again|curl) /.test(line)) return line;
  const [, indent = ''] = /^( *(?:expected |got +|known +)?)/.exec(line) ?? [];
  const lines: string[] = [];
  let current = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const isFull = current !== '' && indent.length + current.length + 1 + word.length > width;
    if (isFull) lines.push(current);
    current = isFull || current === '' ? word : `${current} ${word}`;
  }
  const rest = ' '.repeat(indent.length);
  return [...lines, current].map((text, at) => `${at === 0 ? indent : rest}${text}`).join('\n');
}

/** Fits a text to a screen: a terminal has its width, and colours unless NO_COLOR is set; a log has the lines as they are. */
export function onScreen(text: string, { isTerminal, columns = 80 }: Screen): string {
  if (!isTerminal) return text;
  const fitted = text
    .split('\n')
    .map((line) => folded(line, columns))
    .join('\n');
  if (variable('NO_COLOR')) return fitted;
  return colours.reduce((shown, [word, colour]) => shown.replace(word, `\u001b[1;${colour}m$&\u001b[0m`), fitted);
}
