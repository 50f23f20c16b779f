import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Verdict } from '../judge/buildVerdict.ts';
import { runNode } from '../scripts/cli/process/childProcess.ts';
import { runFilesOf } from '../traffic/journal/run.ts';

/**
 * Runs the suite against a server that is not ours: a mock of our contract that checks no secret and keeps no state. Prints what it fails, and fails if a known
 * failure is missing, a pass has no exchange, or anything is an error.
 */

const prism = '@stoplight/prism-cli@5.14.2';

/** The known failures of this mock: it accepts a wrong secret, knows every id, and gives one id to all records. */
const convictions = ['AUT-05', 'PAY-12', 'GEN-06'];

/** The time limit for the start, ms: the first start downloads the mock's package. */
const startMs = 300_000;

/** Returns a port that is free now: the mock does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startMock(port: number): Promise<ChildProcess> {
  const args = ['--yes', prism, 'mock', '--host', '127.0.0.1', '--port', String(port), 'schemas/openapi.json'];
  const mock = spawn('npx', args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const listening = new Promise<void>((resolve, reject) => {
    AbortSignal.timeout(startMs).addEventListener('abort', () => reject(new Error('the mock did not start in time')));
    mock.once('exit', (code) => reject(new Error(`the mock ended with ${code}`)));
    // Reads the stream to its end: the mock dies if it cannot write its log.
    createInterface({ input: mock.stdout }).on('line', (line) => line.includes('listening') && resolve());
  });
  await listening;
  return mock;
}

function problemsOf({ requirements }: Verdict): string[] {
  const failed = new Map(requirements.filter(({ outcome }) => outcome === 'fail').map((one) => [one.id, one]));
  return [
    ...convictions.filter((id) => failed.get(id)?.attribution !== 'target').map((id) => `${id} is not fail (target)`),
    ...convictions.filter((id) => failed.get(id)?.exchanges.length === 0).map((id) => `${id} names no exchange`),
    ...requirements.filter(({ outcome }) => outcome === 'error').map(({ id }) => `${id} is error`),
    ...requirements
      .filter(({ outcome, exchanges }) => outcome === 'pass' && exchanges.length === 0)
      .map(({ id }) => `${id} passes without an exchange`),
  ];
}

async function main(): Promise<void> {
  const port = await freePort();
  const out = await mkdtemp(join(tmpdir(), 'assay-prism-'));
  const mock = await startMock(port);
  try {
    const env = {
      ASSAY_TOKEN_ID: 'TKN-00000000-0000-4000-8000-000000000000',
      ASSAY_TOKEN_SECRET: 'any-secret-will-do',
    };
    await runNode(['scripts/assay.js', 'run', '--target', `http://127.0.0.1:${port}`, '--out', out], { env });
  } finally {
    // The mock may have ended already: some hostile inputs stop it.
    if (mock.pid !== undefined && mock.exitCode === null) process.kill(-mock.pid);
  }
  const verdict = JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;
  const problems = problemsOf(verdict);
  process.stdout.write(
    `${JSON.stringify(verdict.outcomes)}\n${problems.length === 0 ? 'as expected' : problems.join('\n')}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

await main();
