import type { ChildProcess } from 'node:child_process';
import { once as event } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect } from '@playwright/test';
import { entryCommand, packageRoot } from '../../../schemas/packageRoot.ts';
import { start } from '../../../tests/support/product/childProcess.ts';
import { temporaryFolder } from '../../../tests/support/product/temporaryFolder.ts';
import { ConfigurationError } from '../../system/configurationError.ts';
import { type AccountLock, lockAccount } from './accountLock.ts';
import { lockEachAccount } from './accountLocks.ts';
import type { LockHolder } from './lockFile.ts';

const account = { baseUrl: 'https://sandbox.example.com', tokenId: 'TKN-0001-not-to-be-seen' };
const restMs = 60_000;
const onlyShard = { index: 1, of: 1 };
const nothing = { post: [], get: [] };

type Parts = Partial<Omit<LockHolder, 'pid' | 'born' | 'since'>>;

interface Place {
  folder: string;
  hold(parts?: Parts): AccountLock;
  /** Starts a process that locks the account and reports it; `then` is what it does afterwards. */
  child(then?: string): Promise<ChildProcess>;
  files(): string[];
}

const holderOf = (parts: Parts): Omit<LockHolder, 'pid' | 'born' | 'since'> => ({
  run: 'run-1',
  shard: onlyShard,
  redis: false,
  slots: { post: 2 },
  restMs,
  ...parts,
});

const test = base.extend<{ place: Place }>({
  place: async ({}, use) => {
    const { path: folder, remove } = temporaryFolder();
    const [holds, children]: [AccountLock[], ChildProcess[]] = [[], []];
    const holding = JSON.stringify({ account, holder: holderOf({ run: 'run-of-a-child' }), folder });
    const spawn = (then: string) =>
      start(['node', ...entryCommand('tests/support/programs/lockHolder.ts'), holding, then], { folder: packageRoot });
    await use({
      folder,
      hold: (parts = {}) => {
        const hold = lockAccount({ account, holder: holderOf(parts), folder });
        holds.push(hold);
        return hold;
      },
      child: async (then = 'stays') => {
        const child = spawn(then);
        children.push(child);
        const exited = event(child, 'exit');
        if (child.stdout) await Promise.race([event(createInterface(child.stdout), 'line'), exited]);
        return child;
      },
      files: () => readdirSync(folder),
    });
    for (const child of children) child.kill('SIGKILL');
    for (const hold of holds) hold.release(nothing);
    remove();
  },
});

/** Ends a process and waits for its exit. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = event(child, 'exit');
  child.kill(signal);
  await exited;
}

test('a second run on the account is told about the first', ({ place }) => {
  place.hold({ run: 'run-of-the-night' });
  const second = () => place.hold();
  expect(second).toThrow(ConfigurationError);
  expect(second).toThrow(/run run-of-the-night, since \d{4}-.*process \d+.*quota\.redisEnv.*delete .*\.lock/);
});

test('an account is free again after its run, and another account is always free', ({ place }) => {
  const first = place.hold();
  const tokenId = 'TKN-0002';
  const other = lockAccount({ account: { ...account, tokenId }, holder: holderOf({}), folder: place.folder });
  first.release(nothing);
  first.release(nothing);
  place.hold();
  expect(() => place.hold()).toThrow(ConfigurationError);
  other.release(nothing);
});

test('no file reveals the account', ({ place }) => {
  place.hold().release({ post: [60_000], get: [] });
  place.hold();
  const texts = place.files().map((name) => name + readFileSync(join(place.folder, name), 'utf8'));
  expect(texts).toHaveLength(2);
  for (const secret of Object.values(account)) expect(texts.join()).not.toContain(secret);
});

const third = (index: number) => ({ index, of: 3 });
const pairs: readonly [string, Parts, Parts, boolean][] = [
  ['two shards of one run', { shard: third(1) }, { shard: third(2) }, true],
  ['the same shard twice', { shard: third(1) }, { shard: third(1) }, false],
  ['shards of different cuts', { shard: third(1) }, { shard: { index: 2, of: 2 } }, false],
  ['a shard and a whole run', { shard: third(1) }, {}, false],
  ['two runs through Redis', { redis: true }, { redis: true }, true],
  ['a run through Redis and one without', { redis: true }, {}, false],
  ['a run without Redis and one through it', {}, { redis: true }, false],
];

for (const [name, one, other, together] of pairs) {
  test(`${name} may ${together ? '' : 'not '}hold an account together`, ({ place }) => {
    const first = place.hold(one);
    if (together) place.hold(other);
    else expect(() => place.hold(other)).toThrow(ConfigurationError);
    first.release(nothing);
    if (!together) place.hold(other);
  });
}

test('permits that a run leaves resting are not spent by the next', ({ place }) => {
  place.hold().release({ post: [30_000, -5], get: [60_000] });
  const { resting } = place.hold();
  expect(resting.post).toHaveLength(1);
  expect(Math.abs((resting.post[0] ?? 0) - 30_000)).toBeLessThan(10_000);
  expect(resting.get).toHaveLength(1);
});

test('resting permits of a shard do not bind another shard, but every other run', ({ place }) => {
  place.hold({ shard: third(1) }).release({ post: [30_000], get: [] });
  const second = place.hold({ shard: third(2) });
  expect(second.resting).toEqual(nothing);
  expect(place.hold({ shard: third(1) }).resting.post).toHaveLength(1);
});

test('the lock of a killed run is taken over, and all its permits may be spent', async ({ place }) => {
  await end(await place.child(), 'SIGKILL');
  expect(place.files()).toHaveLength(1);
  expect(place.hold().resting.post).toHaveLength(2);
});

test('the permits of a run that was killed long ago are free', async ({ place }) => {
  await end(await place.child(), 'SIGKILL');
  const [name = ''] = place.files();
  utimesSync(join(place.folder, name), new Date(), new Date(Date.now() - 2 * restMs));
  expect(place.hold().resting).toEqual(nothing);
});

test('of many simultaneous takeovers exactly one succeeds', async ({ place }) => {
  await end(await place.child(), 'SIGKILL');
  const [lock = ''] = place.files();
  const children = await Promise.all(Array.from({ length: 5 }, () => place.child()));
  expect(children.filter(({ exitCode }) => exitCode === null)).toHaveLength(1);
  expect(place.files().filter((name) => name.endsWith('.lock'))).toEqual([lock]);
  expect(place.files().filter((name) => name.endsWith('.burying'))).toEqual([]);
});

test('a run releases its account when it ends and when it is terminated', async ({ place }) => {
  const ended = await place.child('ends');
  await expect.poll(() => ended.exitCode).toBe(0);
  expect(place.files()).toEqual([]);
  const terminated = await place.child();
  expect(() => place.hold()).toThrow(/run-of-a-child/);
  await end(terminated, 'SIGTERM');
  expect(terminated.signalCode).toBe('SIGTERM');
  expect(place.files()).toEqual([]);
});

test('an unreadable lock is being written, unless it is old', ({ place }) => {
  place.hold().release(nothing);
  place.hold();
  const [name = ''] = place.files();
  const path = join(place.folder, name);
  writeFileSync(path, '{"pid":');
  expect(() => place.hold()).toThrow(/got run unknown/);
  utimesSync(path, new Date(), new Date(Date.now() - 60_000));
  place.hold();
});

/** Makes a lock name another process as its holder, untouched for this time. */
function reassignLock(
  place: Place,
  { pid, born, untouchedMs }: { pid: number; born?: string; untouchedMs: number },
): void {
  const [name = ''] = place.files();
  const path = join(place.folder, name);
  const { born: _, ...holder } = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
  writeFileSync(path, JSON.stringify({ ...holder, pid, ...(born !== undefined && { born }) }));
  utimesSync(path, new Date(), new Date(Date.now() - untouchedMs));
}

test('a lock whose process id belongs to another program is stale after a long time', async ({ place }) => {
  const other = await place.child();
  const pid = other.pid ?? 0;
  for (const born of ['another start of the system 12', undefined]) {
    for (const name of place.files()) rmSync(join(place.folder, name));
    place.hold();
    reassignLock(place, { pid, ...(born !== undefined && { born }), untouchedMs: 5_000 });
    expect(() => place.hold()).toThrow(/got run run-1/);
    reassignLock(place, { pid, ...(born !== undefined && { born }), untouchedMs: 600_000 });
    place.hold();
  }
});

test('a run that was stopped for long keeps its lock', async ({ place }) => {
  const child = await place.child();
  child.kill('SIGSTOP');
  const [name = ''] = place.files();
  utimesSync(join(place.folder, name), new Date(), new Date(Date.now() - 600_000));
  expect(() => place.hold()).toThrow(/run-of-a-child/);
});

test('an account is the same under all names of its server', ({ place }) => {
  const own = { tokenId: 'TKN-0009', folder: place.folder };
  const hold = (baseUrl: string) =>
    lockAccount({ account: { ...own, baseUrl }, holder: holderOf({}), folder: place.folder });
  const first = hold('http://localhost:8080/');
  for (const baseUrl of ['http://127.0.0.1:8080', 'http://LOCALHOST.:8080', 'http://[::1]:8080', 'http:127.1:8080'])
    expect(() => hold(baseUrl), baseUrl).toThrow(/got run run-1/);
  hold('http://127.0.0.2:8080').release(nothing);
  hold('http://127.0.0.1:8081').release(nothing);
  first.release(nothing);
});

test('a run that cannot lock one of its accounts locks none of them', ({ place }) => {
  const { baseUrl } = account;
  const all = (...tokens: string[]) => lockEachAccount({ baseUrl, tokens, run: 'any', folder: place.folder });
  const first = all('key-1');
  expect(() => all('key-2', 'key-1')).toThrow(/got run any/);
  const second = all('key-2', 'key-2');
  first();
  second();
  expect(place.files()).toEqual([]);
});
