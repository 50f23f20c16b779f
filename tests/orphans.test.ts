import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assayInto, command, linesIn, verdictIn } from './assay.ts';
import { descendantsOf, isAlive } from './descendants.ts';
import { test } from './launch.ts';
import { ended, start } from './program.ts';

/** Lines of any journal below a folder. */
const linesBelow = (out: string): number =>
  !existsSync(out)
    ? 0
    : readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ndjson'))
        .reduce((sum, name) => sum + readFileSync(join(out, name), 'utf8').split('\n').length, 0);

/** Each command that starts others: its words, and how many of its processes there are when it is in full swing. */
const commands = {
  run: { words: ['run'], others: 3, isBusy: (out: string) => linesIn(out).some(({ kind }) => kind === 'end') },
  fuzz: { words: ['fuzz', '--posts', '300'], others: 1, isBusy: (out: string) => linesBelow(out) > 100 },
  emulator: { words: ['emulator'], others: 1, isBusy: (_: string, printed: string) => printed.includes('url') },
} as const;

interface Busy {
  out: string;
  others: number;
  isBusy(out: string, printed: string): boolean;
}

async function killed(child: ChildProcess, { out, ...one }: Busy) {
  let printed = '';
  child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  const others = () => descendantsOf(child.pid ?? 0);
  const isThere = () => one.isBusy(out, printed) && others().length === one.others;
  await expect.poll(isThere, { intervals: [50], timeout: 300_000 }).toBe(true);
  const all = others();
  child.kill('SIGKILL');
  await expect.poll(() => all.filter(isAlive), { intervals: [50], timeout: 60_000 }).toEqual([]);
}

for (const [name, { words, ...one }] of Object.entries(commands))
  test(`no process of \`assay ${name}\` outlives it, however it is killed`, async ({ folder }) => {
    const out = join(folder, 'out');
    const more = name === 'emulator' ? [] : ['--out', out];
    const child = start([...command, ...words, ...more], { folder });
    const told = ended(child);
    await killed(child, { out, ...one });
    const { stderr } = await told;
    if (name !== 'run') return;
    expect(stderr.match(/the run was killed; npx assay judge \S+ judges what is there/g)).toHaveLength(1);
    const { code } = await assayInto('judged', ['judge', out], { folder });
    expect(code).toBe(4);
    expect(verdictIn(join(folder, 'judged')).halt).toEqual({ cause: 'interrupted', message: 'its process was killed' });
  });
