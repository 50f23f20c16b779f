/** The longest text from a target in a report, in UTF-16 units. */
const mostUnits = 2_000;

/**
 * Texts that continuous integration servers execute as a command: `##` commands of GitHub (anywhere in a line), Azure and TeamCity, and `::` commands of GitHub
 * (at the start of a line).
 */
const commands: readonly (readonly [RegExp, string])[] = [
  [/##(?=[\w.-]*\[)/g, '# #'],
  [/::(?=[a-z])/gi, ': :'],
];

/** Returns a text that no continuous integration server reads as a command. */
const spoken = (text: string) => commands.reduce((result, [pattern, apart]) => result.replace(pattern, apart), text);

/**
 * Makes a text safe for one line of any report. U+FFFD replaces control characters, changes of direction, line breaks, and everything that XML 1.0 forbids;
 * text beyond 2,000 units is cut off. Commands of continuous integration servers are broken up by a space.
 */
export function escapeLine(text: string): string {
  const bounded = text.length > mostUnits ? `${text.slice(0, mostUnits - 3)}...` : text;
  return spoken(bounded.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu, '\ufffd'));
}

/** Makes each line of a text safe with `escapeLine`. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeLine).join('\n');

/**
 * Fences lines so that none of them can close the fence. Inside it, Markdown ignores tables, links, mentions and markup, so text from a target cannot affect
 * the rest.
 */
export function codeFence(lines: readonly string[]): string {
  const text = lines.map(escapeLine).join('\n');
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence].join('\n');
}
