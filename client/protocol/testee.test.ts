import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { TesteeBreak } from './messages.ts';
import { Testee } from './testee.ts';

const deadlineMs = 400;
const longMs = 20_000;

/** Answers each line with its id. */
const answering = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log(JSON.stringify({ id: JSON.parse(line).id, ok: true })));`;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const nodeCommand = (script: string) => `${quoted(process.execPath)} -e ${quoted(script)}`;

function testeeOf(script: string): Testee {
  return new Testee({ command: nodeCommand(script), heard: () => undefined });
}

async function breakBy(script: string, deadline = longMs): Promise<TesteeBreak | undefined> {
  const testee = testeeOf(script);
  const answered = await testee.ask({ do: 'close' }, deadline);
  await testee.stop();
  return 'broken' in answered ? answered.broken : undefined;
}

test('a testee that answers each line is asked one request after the other, and ended', async () => {
  const testee = testeeOf(answering);
  const lines = [await testee.ask({ do: 'close' }, longMs), await testee.ask({ do: 'close' }, longMs)];
  await testee.stop();
  expect(lines.map((one) => ('line' in one ? JSON.parse(one.line).id : one.broken))).toEqual([1, 2]);
});

test('a testee that hangs is given up at its deadline', async () => {
  const broken = await breakBy('process.stdin.resume(); setInterval(() => {}, 1000)', deadlineMs);
  expect(broken).toMatchObject({ kind: 'silent', seen: `no answer within ${deadlineMs} ms` });
  expect(broken?.hint).toContain('flush stdout');
});

test('a testee that started a process in a session of its own is ended with it, and holds nobody up', async () => {
  const daemon = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })`;
  const script = `const { pid } = ${daemon}; require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log(JSON.stringify({ id: JSON.parse(line).id, pid })));`;
  const testee = testeeOf(script);
  const answered = await testee.ask({ do: 'close' }, longMs);
  await testee.stop();
  const { pid } = JSON.parse('line' in answered ? answered.line : '{}') as { pid: number };
  if (existsSync('/proc')) await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
});

test('a testee that exits is told to catch the errors of the SDK', async () => {
  const broken = await breakBy('process.exit(3)');
  expect(broken).toMatchObject({ kind: 'exited', seen: 'the end of the process with exit code 3' });
  expect(broken?.hint).toContain('Catch every error');
});

test('a testee that prints something else is told what stdout is for', async () => {
  for (const script of [`console.log('ready')`, `console.log('{"id":7}')`, `console.log('[1]')`]) {
    const broken = await breakBy(`${script}; setInterval(() => {}, 1000)`);
    expect(broken?.kind).toBe('rubbish');
    expect(broken?.hint).toContain('write logs to stderr');
  }
});

test('a testee that floods stdout is stopped within a bound', async () => {
  const broken = await breakBy(
    `const some = 'x'.repeat(1 << 20); const on = () => process.stdout.write(some, on); on();`,
  );
  expect(broken?.kind).toBe('flood');
});

test('a testee that never reads is given up, however long the request is', async () => {
  const testee = testeeOf('setInterval(() => {}, 1000)');
  const body = 'x'.repeat(4 * 1024 * 1024);
  const request = { do: 'receiveWebhook', secret: null, headers: [], body, handlingMs: 0, deadlineMs: 1 } as const;
  const answered = await testee.ask(request, deadlineMs);
  await testee.stop();
  expect('broken' in answered && answered.broken.seen).toBe(
    `a process that does not read its stdin within ${deadlineMs} ms`,
  );
});

test('a command that does not exist is a broken testee', async () => {
  const testee = new Testee({ command: '/nowhere/testee', heard: () => undefined });
  const answered = await testee.ask({ do: 'close' }, longMs);
  await testee.stop();
  expect('broken' in answered && answered.broken.kind).toBe('not started');
});

test('what a testee starts ends with it', async () => {
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
  const script = `const one = ${child}; require('node:readline').createInterface({ input: process.stdin }).on('line', () => console.log(JSON.stringify({ id: 1, pid: one.pid })));`;
  const testee = testeeOf(script);
  const answered = await testee.ask({ do: 'close' }, longMs);
  await testee.stop();
  const { pid } = JSON.parse('line' in answered ? answered.line : '{}') as { pid: number };
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
