import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One part of the check: a program of node_modules/.bin, or a script of ours run by tsx. */
interface Part {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const binary = (name: string) => `${root}node_modules/.bin/${name}`;

/** The reading parts share two cores; the tests come after them, since they use both by themselves. */
const waves: readonly (readonly Part[])[] = [
  [
    { name: 'types', command: [binary('tsc'), '-p', '.'] },
    { name: 'style', command: [binary('biome'), 'check', '.'] },
    { name: 'tidy', command: [binary('tsx'), 'scripts/tidy.ts'] },
  ],
  [{ name: 'tests', command: [binary('tsx'), 'scripts/test.ts'] }],
];

/** The machine in mind has two cores. */
const atOnce = 2;

for (const wave of waves) {
  const waiting = [...wave];
  await Promise.all(Array.from({ length: atOnce }, () => work(waiting)));
}

async function work(waiting: Part[]): Promise<void> {
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

function run({ command: [program, ...parameters] }: Part): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
