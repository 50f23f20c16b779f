import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../schemas/root.ts';

/** A fenced block of the README: the language that it names, and its lines. */
export interface Block {
  language: string;
  lines: readonly string[];
}

/** The fenced blocks of the README, in their order. */
export function blocks(): Block[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    lines: body.split('\n').filter(Boolean),
  }));
}

/** The exit code that a line of shell promises in its comment, 0 without one. */
const promised = (line: string) => /# exit (\d)/.exec(line)?.[1] ?? '0';

/** A line as a step of a script that says which line ended otherwise than promised; a server in the background has written its target file. */
function step(line: string): string {
  if (/^(export|#)/.test(line)) return line;
  if (line.endsWith('&')) {
    const [, file = ''] = /--profile-out (\S+)/.exec(line) ?? [];
    return `${line}\nuntil test -s ${file}; do kill -0 $! || exit 1; done`;
  }
  const told = `README: ${line.replaceAll("'", '')}`;
  return `{ ${line.replace(/ +#.*$/, '')}; }; code=$?\ntest $code -eq ${promised(line)} || { echo '${told}' ended with $code >&2; exit 1; }`;
}

/** One script of all shell blocks and files of the README, in their order; each block's output is marked by its number. */
export function script(all: readonly Block[]): string {
  const parts = all.map(({ language, lines }, index) => {
    if (language === 'sh') return [`echo '=== block ${index}'`, ...lines.map(step)];
    const [, file] = /^# (\S+)$/.exec(lines[0] ?? '') ?? [];
    if (language !== 'yaml' || file === undefined) return [];
    return [`cat > ${file} <<'END OF FILE'`, ...lines, 'END OF FILE'];
  });
  return `set -um\ntrap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n${parts.flat().join('\n')}\n`;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sample output as a pattern: its lines in their order, each `…` any words. */
export function shape(lines: readonly string[]): RegExp {
  const patterns = lines.map((line) => escaped(line.trim()).replace(/\s+/g, ' +').replaceAll('…', '.*'));
  return new RegExp(patterns.join('.*\\n[^]*?'));
}
