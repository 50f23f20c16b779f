import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';

/** Removes the traces of visits that no finding names, and returns the files of visits that are left, as the journal names them. */
export function keepTraces({ requirements }: Verdict, lines: readonly Line[], out: string): ReadonlySet<string> {
  const folder = join(out, 'pages');
  if (!existsSync(folder)) return new Set();
  const named = new Set(requirements.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)));
  for (const line of lines)
    if (line.kind === 'page' && line.trace !== undefined && !named.has(line.id))
      rmSync(join(out, line.trace), { force: true });
  return new Set(readdirSync(folder).map((name) => `pages/${name}`));
}
