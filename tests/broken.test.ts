import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from '../schemas/root.ts';
import { assay, command, linesIn, verdictIn } from './assay.ts';
import { test } from './launch.ts';
import { ended, start } from './program.ts';

test('a run that somebody stops says so in one line, with how to judge what is there', async ({ folder }) => {
  const out = join(folder, 'stopped');
  const child = start([...command, 'run', '--out', out], { folder });
  const over = ended(child);
  const isUnderWay = () => linesIn(out).some(({ kind }) => kind === 'end');
  await expect.poll(isUnderWay, { intervals: [20], timeout: 300_000 }).toBe(true);
  child.kill('SIGINT');
  const { code, stdout } = await over;
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /^exit 4: interrupted after \d+ s, \d+ POST and \d+ GET were sent; npx assay judge \S+ judges what is there {3}\S+\n$/,
  );
  const { halt, requirements } = verdictIn(out);
  expect(halt?.cause).toBe('interrupted');
  expect(requirements.filter(({ attribution }) => attribution === 'suite')).toEqual([]);
});

test('a disk that takes no more ends a run at once: it says so, and judges what was kept', async ({ folder }) => {
  const out = join(folder, 'full');
  // What is built of the sources at a first start is larger.
  await assay(['list'], { folder });
  // In blocks of 512 bytes: some exchanges fit into a file, not all of them.
  const words = ['sh', '-c', 'ulimit -f 400; exec "$@"', 'sh', process.execPath, ...command.slice(1)];
  const { code, stdout, stderr } = await ended(start([...words, 'run', '--out', out], { folder }));
  expect(code, stderr).toBe(5);
  expect(stdout).toMatch(/^What is sent can no longer be kept: EFBIG.*journal/m);
  expect(stdout).toMatch(/^exit 5: a fault of our own/m);
  expect(readdirSync(out)).toContain('verdict.json');
  const posts = linesIn(out).filter((line) => line.kind === 'exchange' && line.request.method === 'POST');
  expect(posts.length).toBeLessThan(100);
});

test('findings that nobody could keep are told before the first request', async ({ folder, service }) => {
  const contract = join(root, 'schemas', 'openapi.json');
  const findings = join(folder, 'there');
  const words = ['--contract', contract, '--target', service.url, '--seed', '1', '--findings', '/proc/none.ndjson'];
  const { code, stderr } = await ended(start([...command, 'fuzz', ...words, '--out', findings], { folder }));
  expect(code).toBe(2);
  expect(stderr).toContain('wanted a file that can be written');
  expect(linesIn(findings)).toEqual([]);
});
