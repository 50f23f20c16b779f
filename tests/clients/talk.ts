import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../schemas/packageRoot.ts';

/** An answer of a testee, without its id. */
export type TesteeAnswer = Record<string, unknown>;

/** A testee that runs, and answers one request after the other. */
export interface Talk {
  ask(request: Record<string, unknown>): Promise<TesteeAnswer>;
  /** Closes it, and returns its exit code and what it wrote on standard error. */
  close(): Promise<{ code: number | null; stderr: string }>;
  kill(): void;
}

/** The longest time that an answer may take, ms. */
const longestMs = 20_000;

/** Starts a testee in the root of the repository. */
export function talkTo([program = '', ...args]: readonly string[]): Talk {
  const child = spawn(program, args, { cwd: packageRoot, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let id = 0;
  const ask = async (request: Record<string, unknown>) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    const late = AbortSignal.timeout(longestMs);
    const { value } = await Promise.race([lines.next(), once(late, 'abort').then(() => ({ value: undefined }))]);
    if (value === undefined) throw new Error(`expected an answer to ${request['do']}, got none; ${stderr}`);
    const { id: answered, ...answer } = JSON.parse(value) as TesteeAnswer;
    if (answered !== id) throw new Error(`expected the answer ${id}, got ${answered}`);
    return answer;
  };
  const close = async () => {
    await ask({ do: 'close' });
    const [code] = (await exited) as [number | null];
    return { code, stderr };
  };
  return { ask, close, kill: () => child.kill('SIGKILL') };
}

/** How each interpreter is asked whether it is new enough. */
const interpreters = {
  python3: ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'],
  php: ['-r', 'exit(PHP_VERSION_ID < 80200 ? 1 : 0);'],
};

/** Returns why a program cannot run here, or undefined if it can. */
export function absenceOf(program: string): string | undefined {
  const args = Object.entries(interpreters).find(([name]) => name === program)?.[1];
  if (!args) return undefined;
  const { error, status } = spawnSync(program, args);
  return error ? `${program} is not installed` : status === 0 ? undefined : `${program} is too old`;
}
