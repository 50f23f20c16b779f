import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { freePort } from '../../support/product/freePort.ts';
import { test } from '../../support/product/productTest.ts';

/** In place of all tests, this very one among them, a part; what `npm start` needed is installed then. */
const partOfTests = 'npm test -- schemas/json/decimal';

/** What users read, the README first: later pages go on where it ends. */
const pages = ['README.md', ...readdirSync(join(packageRoot, 'docs')).map((name) => `docs/${name}`)];

const textOf = (page: string) => readFileSync(join(packageRoot, page), 'utf8');

/** A fenced block of a page: the language that it names, and its lines. */
interface Block {
  language: string;
  lines: readonly string[];
}

/** The fenced blocks of all pages, in their order; a line of shell that an earlier block has is left out. */
function blocks(): Block[] {
  const seen = new Set<string>();
  const isNew = (line: string) => !seen.has(line) && seen.add(line);
  return [
    ...pages
      .map(textOf)
      .join('\n')
      .matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
  ].map(([, language = '', body = '']) => {
    const lines = body.split('\n').filter(Boolean);
    return { language, lines: language === 'sh' ? lines.filter(isNew) : lines };
  });
}

/** The exit code that a line of shell promises in its comment, 0 without one. */
const promised = (line: string) => /# exit (\d)/.exec(line)?.[1] ?? '0';

/** A line as a step of a script that says which line ended otherwise than promised; what runs in the background is left to the lines after it. */
function step(line: string): string {
  if (/^(export|#)/.test(line) || line.endsWith('&')) return line;
  const told = `the documents: ${line.replaceAll("'", '')}`;
  return `{ ${line.replace(/ +#.*$/, '')}; }; code=$?\ntest $code -eq ${promised(line)} || { echo '${told}' ended with $code >&2; exit 1; }`;
}

/** One script of all shell blocks and files of the documents, in their order; each block's output is marked by its number. */
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

/** Sample output as a pattern: its lines in their order, each `…` any words. */
function outputPattern(lines: readonly string[]): RegExp {
  const patterns = lines.map((line) => escaped(line.trim()).replace(/\s+/g, ' +').replaceAll('…', '.*'));
  return new RegExp(patterns.join('.*\\n[^]*?'));
}

/** Copies what a clone would have, with the changes that are not committed yet. */
function copyTo(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: packageRoot, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean))
    cpSync(join(packageRoot, file), join(folder, file), { force: true });
}

test('every block of the README and of docs/ does what it says, in its order, in a new folder', {
  tag: '@full',
}, async ({ folder }) => {
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
    expect(output).toMatch(outputPattern(lines));
  }
});

test('every command that the documents name is there', async ({ folder }) => {
  const { stdout } = await ended(start(['node', join(packageRoot, 'scripts', 'assay.js'), '--help'], { folder }));
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/npx assay (\w+)/g)].map(([, command]) => command));
  for (const command of new Set(named)) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
});

/** The anchor that a heading of a page has. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

test('every link of the documents leads to a file, and to a heading that is in it', () => {
  const broken = [...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(([link, path, anchor]) => {
      const to = path ? join(dirname(page), path) : page;
      if (!existsSync(join(packageRoot, to))) return [`${page}: ${link}`];
      const headings = [...textOf(to).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      return anchor === undefined || headings.includes(anchor) ? [] : [`${page}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});
