import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { entryCommand } from '../../../schemas/packageRoot.ts';

const tidy = entryCommand('scripts/dev/tidy.ts');

type Run = (files: Readonly<Record<string, string | Buffer>>) => {
  readonly status: number | null;
  readonly lines: string[];
};

/** Writes the files into a repository of its own and runs the command in it. */
const test = base.extend<{ run: Run }>({
  run: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'tidy-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    await use((files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(root, dirname(path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      const { status, stdout } = spawnSync(process.execPath, tidy, {
        cwd: root,
      });
      return { status, lines: stdout.toString().trim().split('\n') };
    });
    rmSync(root, { recursive: true });
  },
});

test('says nothing but one line of a tidy tree', { tag: '@full' }, ({ run }) => {
  const list = "console.log(JSON.stringify([{ name: 'still', kind: 'mutant', breaks: 'GEN-01' }]));";
  const files = {
    '.gitignore': 'out/\n',
    'out/stray.ts': 'let a: any;',
    'picture.bin': Buffer.from([0, 1, 2]),
    'specs/a.spec.ts': "test('GEN-01 a payment moves', must, () => {});",
    'emulator/main.ts': '',
    'scripts/start.js': list,
  };
  expect(run(files)).toEqual({ status: 0, lines: ['tidy: 4 files'] });
});

test('prints each broken rule with its place, and fails', { tag: '@full' }, ({ run }) => {
  const { status, lines } = run({
    'bench/a.ts': "\nimport '../specs/b.ts';",
    'specs/b.ts': '',
    'emulator/main.ts': '',
    'scripts/start.js': 'process.exit(3);',
  });
  expect(status).toBe(1);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^emulator\/main\.ts:1 mutants: wanted .* as JSON; seen no list: .*; mend the list$/);
  expect(lines[1]).toMatch(/^bench\/a\.ts layers \(bench\/\): wanted only .*; seen specs\/b\.ts; move the code/);
});
