import { plain } from './plain.ts';

/**
 * Lines in a fence that none of them can close. Inside, Markdown knows no table, no link, no mention and no markup, so
 * that all that a target wrote stands there and nowhere else.
 */
export function fenced(lines: readonly string[]): string {
  const text = lines.map(plain).join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence].join('\n');
}
