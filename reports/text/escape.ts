/** Longest text that a report takes from a target, in UTF-16 units: more of it says nothing new. */
const mostUnits = 2_000;

/** What is a command to a server of continuous integration: to GitHub, and anywhere in a line to it, to Azure or to TeamCity. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/##(?=[\w.-]*\[)/g, '# #'],
  [/::(?=[a-z])/gi, ': :'],
];

/** A text that no server of continuous integration takes for a command, wherever it stands. */
const spoken = (text: string) => commands.reduce((told, [pattern, apart]) => told.replace(pattern, apart), text);

/**
 * A text as it may stand on one line of any report: no control character, no change of direction, no line break, nothing
 * that XML 1.0 forbids; U+FFFD stands for each of them, and what is beyond 2,000 units is left out. What a server of continuous integration would
 * execute is set apart.
 */
export function escapeLine(text: string): string {
  const bounded = text.length > mostUnits ? `${text.slice(0, mostUnits - 3)}...` : text;
  return spoken(bounded.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu, '\ufffd'));
}

/** Lines of a text, each as `plain` has it. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeLine).join('\n');

/**
 * Lines in a fence that none of them can close. Inside, Markdown knows no table, no link, no mention and no markup, so
 * that all that a target wrote stands there and nowhere else.
 */
export function codeFence(lines: readonly string[]): string {
  const text = lines.map(escapeLine).join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence].join('\n');
}
