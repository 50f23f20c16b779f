import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkTree } from './tidy/allRules.ts';
import { forbiddenImports } from './tidy/layers/forbiddenImports.ts';
import { mutantsInList } from './tidy/source/mutantList.ts';
import { parseTree, type TextFile, type Tree } from './tidy/source/sourceTree.ts';

const outputLimitBytes = 64 * 1024 * 1024;
/** The emulator only prints a list and exits; a minute is far more than it needs on a busy machine. */
const listDeadlineMs = 60_000;
const emulator = 'emulator/main.ts';

const root = run('git', ['rev-parse', '--show-toplevel'], process.cwd()).trim();
const files = textFiles();
const tree = parseTree(files, mutants());
const sentences = [
  ...checkTree(tree),
  ...(await forbiddenImports(
    root,
    tree.sources.map(({ path }) => path),
  )),
];
for (const each of sentences) console.log(each);
console.log(sentences.length === 0 ? `tidy: ${files.length} files` : `tidy: ${sentences.length} broken rules`);
process.exitCode = sentences.length === 0 ? 0 : 1;

function textFiles(): TextFile[] {
  const paths = run('git', ['ls-files', '-coz', '--exclude-standard'], root).split('\0').filter(Boolean);
  return paths.flatMap((path) => {
    const text = textOf(join(root, path));
    return text === undefined ? [] : [{ path, text }];
  });
}

/** Undefined for what is gone from the disk though still tracked, for a folder, and for a binary file. */
function textOf(path: string): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const text = readFileSync(path, 'utf8');
  return text.includes('\0') ? undefined : text;
}

function mutants(): Tree['mutants'] {
  if (!existsSync(join(root, emulator))) return [];
  try {
    return mutantsInList(run(process.execPath, ['scripts/start.js', emulator, '--list'], root));
  } catch (error) {
    return { fault: `no list: ${error instanceof Error ? error.message.split('\n')[0] : error}` };
  }
}

function run(command: string, parameters: readonly string[], cwd: string): string {
  return execFileSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: outputLimitBytes,
    timeout: listDeadlineMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
