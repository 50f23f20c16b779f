import { Writable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { runTestCommand } from './testCommand.ts';

/** Runs a script of Node as a test command; returns how it ended, what was passed through, and what was heard. */
async function ran(script: string, signal?: AbortSignal) {
  const passed = { stdout: '', stderr: '' };
  const heard = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk, _, done) => {
        passed[name] += String(chunk);
        done();
      },
    });
  const hear = (name: 'stdout' | 'stderr') => (chunk: Buffer) => {
    heard[name] += String(chunk);
  };
  const ended = await runTestCommand({
    words: [process.execPath, '-e', script],
    command: 'node',
    env: { ...process.env, ASSAY_BASE_URL: 'http://127.0.0.1:1/api' },
    stdout: into('stdout'),
    stderr: into('stderr'),
    heard: { stdout: hear('stdout'), stderr: hear('stderr') },
    ...(signal && { signal }),
  });
  return { ended, passed, heard };
}

test('output is passed through and heard, and variables arrive', async () => {
  const { ended, passed, heard } = await ran('console.log(process.env.ASSAY_BASE_URL); console.error("oh")');
  expect(ended).toBeUndefined();
  expect(passed).toEqual({ stdout: 'http://127.0.0.1:1/api\n', stderr: 'oh\n' });
  expect(heard).toEqual(passed);
});

test('another exit code is said', async () => {
  expect((await ran('process.exit(7)')).ended).toBe('exit code 7');
});

test('an interrupt ends the command and what it started', async () => {
  const script = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
    console.log(child.pid);
    setInterval(() => {}, 1e6);`;
  const controller = new AbortController();
  const running = ran(`${script}; process.stdout.write('', () => {})`, controller.signal);
  // The command is interrupted at whatever it is doing.
  controller.abort();
  const { ended } = await running;
  expect(ended).toBe('SIGTERM');
});

test('a command that does not start is a mistake of the caller', async () => {
  const missing = runTestCommand({
    words: ['/no/such/command'],
    command: '/no/such/command',
    env: {},
    stdout: process.stdout,
    stderr: process.stderr,
    heard: { stdout: () => undefined, stderr: () => undefined },
  });
  await expect(missing).rejects.toThrow(/a command that starts/);
});
