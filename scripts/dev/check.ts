import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { entryCommand, packageRoot } from '../../schemas/packageRoot.ts';
import { type CheckPart, fastParts, houseParts } from './fastCheck.ts';

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

const binary = (name: string) => join(packageRoot, 'node_modules/.bin', name);

/** The static checks share two cores; the tests come afterwards, since they use both cores on their own. */
const fullCheck: readonly (readonly CheckPart[])[] = [
  [
    { name: 'types', command: [binary('tsc'), '-p', '.'] },
    { name: 'pages', command: [binary('tsc'), '-p', 'emulator/pages/browser'] },
    { name: 'style', command: [binary('biome'), 'check', '.'] },
    ...houseParts(),
  ],
  [{ name: 'tests', command: [process.execPath, ...entryCommand('scripts/dev/test.ts')] }],
];

/** The number of checks that run at once, for a machine with two cores. */
const atOnce = 2;

const isFast = process.argv.includes('--fast');

for (const wave of isFast ? [fastParts(binary)] : fullCheck) {
  const waiting = [...wave];
  await Promise.all(Array.from({ length: atOnce }, () => work(waiting)));
}
if (isFast) console.log('This was a partial check: `npm run check` covers the style of all files and all tests.');

async function work(waiting: CheckPart[]): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const startedMs = performance.now();
    const { isOk, output } = await run(part);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${part.name.padEnd(6)} ${isOk ? 'ok' : 'failed'} (${seconds} s)`);
    if (isOk) continue;
    console.log(output.trimEnd());
    process.exitCode = 1;
  }
}

function run({ command: [program, ...parameters], env = {} }: CheckPart): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(program, parameters, {
      cwd: packageRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const end = (isOk: boolean) => done({ isOk, output: Buffer.concat(chunks).toString('utf8') });
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message));
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
