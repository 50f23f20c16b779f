import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from '../schemas/root.ts';
import { freePort } from './freePort.ts';
import { test } from './launch.ts';
import { ended, start } from './program.ts';
import { blocks, script, shape } from './readme.ts';

/** In place of all tests, this very one among them, a part; what `npm start` needed is installed then. */
const partOfTests = 'npm test -- schemas/decimal';

/** Copies what a clone would have, with the changes that are not committed yet. */
function copyTo(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) cpSync(join(root, file), join(folder, file), { force: true });
}

test('every block of the README does what it says, in its order, in a new folder', { tag: '@full' }, async ({
  folder,
}) => {
  // It is as long as many other tests of the command together.
  test.setTimeout(1_800_000);
  const clone = join(folder, 'clone');
  copyTo(clone);
  const all = blocks();
  const ports = { 8080: await freePort(), 8081: await freePort() };
  const text = Object.entries(ports)
    .reduce((text, [told, free]) => text.replaceAll(`--port ${told}`, `--port ${free}`), script(all))
    .replaceAll(/(npm ci && )?npm test/g, partOfTests);
  writeFileSync(join(clone, 'readme.sh'), text);
  const env = { npm_config_prefer_offline: 'true', npm_config_fund: 'false' };
  const run = await ended(start(['bash', 'readme.sh'], { folder: clone, env }));
  expect(run.code, `${run.stdout.slice(-2_000)}\n${run.stderr.slice(-2_000)}`).toBe(0);
  const printed = run.stdout.split(/^=== block (\d+)$/m);
  for (const [index, { language, lines }] of all.entries()) {
    if (language !== 'text') continue;
    // A sample is of what the block before it prints.
    const output = printed[printed.indexOf(String(index - 1)) + 1] ?? '';
    expect(output).toMatch(shape(lines));
  }
});

test('every command that the README names by the way is there', async ({ folder }) => {
  const { stdout } = await ended(start(['node', join(root, 'scripts', 'assay.js'), '--help'], { folder }));
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...text.matchAll(/npx assay (\w+)/g)].map(([, command]) => command);
  for (const command of new Set(named)) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
});
