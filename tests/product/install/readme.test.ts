import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { freePort } from '../../support/product/freePort.ts';
import { test } from '../../support/product/productTest.ts';

/** Stands in for the complete test run, which includes this very test. What `npm start` needs is installed by then. */
const partOfTests = 'npm test -- schemas/json/decimal';

/** A fenced block of the README: its language and its lines. */
interface Block {
  language: string;
  lines: readonly string[];
}

/** Returns the fenced blocks of the README, in order. */
function blocks(): Block[] {
  const text = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    lines: body.split('\n').filter(Boolean),
  }));
}

/** Returns the exit code that the comment of a shell line promises; 0 without a comment. */
const promised = (line: string) => /# exit (\d)/.exec(line)?.[1] ?? '0';

/** Turns a line into a script step that reports an unexpected exit code. For a server in the background it waits for the target file. */
function step(line: string): string {
  if (/^(export|#)/.test(line)) return line;
  if (line.endsWith('&')) {
    const [, file = ''] = /--profile-out (\S+)/.exec(line) ?? [];
    return `${line}\nuntil test -s ${file}; do kill -0 $! || exit 1; done`;
  }
  const message = `README: ${line.replaceAll("'", '')}`;
  return `{ ${line.replace(/ +#.*$/, '')}; }; code=$?\ntest $code -eq ${promised(line)} || { echo '${message}' ended with $code >&2; exit 1; }`;
}

/** Returns one script with all shell blocks and files of the README, in order; a numbered mark precedes the output of each block. */
function script(all: readonly Block[]): string {
  const parts = all.map(({ language, lines }, index) => {
    if (language === 'sh') return [`echo '=== block ${index}'`, ...lines.map(step)];
    const [, file] = /^# (\S+)$/.exec(lines[0] ?? '') ?? [];
    if (language !== 'yaml' || file === undefined) return [];
    return [`cat > ${file} <<'END OF FILE'`, ...lines, 'END OF FILE'];
  });
  return `set -um\ntrap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n${parts.flat().join('\n')}\n`;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern for sample output: its lines in order, with any text for each `…`. */
function outputPattern(lines: readonly string[]): RegExp {
  const patterns = lines.map((line) => escaped(line.trim()).replace(/\s+/g, ' +').replaceAll('…', '.*'));
  return new RegExp(patterns.join('.*\\n[^]*?'));
}

/** Copies the files of a clone, including uncommitted changes. */
function copyTo(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: packageRoot, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean))
    cpSync(join(packageRoot, file), join(folder, file), { force: true });
}

test('every block of the README works, in order, in a new folder', { tag: '@full' }, async ({ folder }) => {
  // This test takes as long as many other tests of the command together.
  test.setTimeout(1_800_000);
  const clone = join(folder, 'clone');
  copyTo(clone);
  const all = blocks();
  const ports = { 8080: await freePort(), 8081: await freePort() };
  const text = Object.entries(ports)
    .reduce((text, [port, free]) => text.replaceAll(`--port ${port}`, `--port ${free}`), script(all))
    .replaceAll(/(npm ci && )?npm test/g, partOfTests);
  writeFileSync(join(clone, 'readme.sh'), text);
  const env = { npm_config_prefer_offline: 'true', npm_config_fund: 'false' };
  const run = await ended(start(['bash', 'readme.sh'], { folder: clone, env }));
  expect(run.code, `${run.stdout.slice(-2_000)}\n${run.stderr.slice(-2_000)}`).toBe(0);
  const printed = run.stdout.split(/^=== block (\d+)$/m);
  for (const [index, { language, lines }] of all.entries()) {
    if (language !== 'text') continue;
    // A sample shows the output of the block before it.
    const output = printed[printed.indexOf(String(index - 1)) + 1] ?? '';
    expect(output).toMatch(outputPattern(lines));
  }
});

test('every command that the README mentions exists', async ({ folder }) => {
  const { stdout } = await ended(start(['node', join(packageRoot, 'scripts', 'assay.js'), '--help'], { folder }));
  const text = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const named = [...text.matchAll(/npx assay (\w+)/g)].map(([, command]) => command);
  for (const command of new Set(named)) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
});
