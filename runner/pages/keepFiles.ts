import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';

/** What is kept of a visit below the folder of its run. */
interface Kept {
  id: string;
  out: string;
  picture: Buffer | undefined;
  /** A secret may be in the picture or the trace, so neither is stored. */
  hasLeak: boolean;
}

/** Stores the picture and the trace of a visit, unless a secret may be in them; without the context that was traced, the picture alone. */
export async function keepFiles(
  traced: BrowserContext | undefined,
  { id, out, picture, hasLeak }: Kept,
): Promise<Pick<PageLine, 'screenshot' | 'trace'>> {
  const folder = join(out, 'pages');
  mkdirSync(folder, { recursive: true });
  const trace = hasLeak ? undefined : join(folder, `${id}.zip`);
  const stopped = traced?.tracing.stop(trace === undefined ? {} : { path: trace }).then(
    () => trace !== undefined,
    () => false,
  );
  const isTraced = (await stopped) ?? false;
  const shown = hasLeak ? undefined : picture;
  if (shown) writeFileSync(join(folder, `${id}.png`), shown, { mode: 0o600 });
  const sha256 = shown && createHash('sha256').update(shown).digest('hex');
  return {
    ...(sha256 !== undefined && { screenshot: { file: `pages/${id}.png`, sha256 } }),
    ...(isTraced && { trace: `pages/${id}.zip` }),
  };
}
