import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { Line, RunLine } from './journalTypes.ts';
import { mergeShards, type ShardJournal } from './mergeShards.ts';

const shardOf = (index: number, parts: Partial<RunLine> = {}): ShardJournal => {
  const run: RunLine = {
    ...runLine,
    clock: { wallMs: 1_000_000 * index, monotonicNs: String(index * 7) },
    selection: { ...runLine.selection, shard: { index, of: 3 }, part: [`PAY-0${index}`] },
    ...parts,
  };
  const lines: Line[] = [
    run,
    exchangeLine(`s${index}p0-1`, { atMs: 5 }),
    { kind: 'end', requirement: `PAY-0${index}`, status: 'done', claims: 0, exchanges: 0 },
    { kind: 'swept', atNs: '9', lines: 3 },
    { kind: 'closed', lines: 4 },
  ];
  return { place: `shard-${index}`, run, lines };
};

const all = () => [shardOf(3), shardOf(1), shardOf(2)];
const linesOf = (shards: readonly ShardJournal[]) => mergeShards(shards).shards.flatMap(({ lines }) => lines);

test('shards are merged in order, on one clock, with the selection of the whole run', async () => {
  const { shards, selection } = mergeShards(all());
  expect(shards.map(({ place }) => place)).toEqual(['shard-1', 'shard-2', 'shard-3']);
  expect(selection).toEqual(runLine.selection);
  const { exchanges } = await recordOf(linesOf(all()));
  expect(exchanges.map(({ sentNs }) => sentNs)).toEqual(
    [1, 2, 3].map((n) => BigInt(n) * 1_000_000_000_000n + 5_000_000n - BigInt(n * 7)),
  );
  expect(exchanges.map(({ clock }) => clock)).toEqual(['s1', 's2', 's3']);
});

test('the lines of a receiver are on the same clock', () => {
  const notListening: Line = { kind: 'deaf', requirement: 'WHK-07', planned: true, fromNs: '10', untilNs: '12' };
  const shard = shardOf(1);
  const lines = linesOf([{ ...shard, lines: [...shard.lines, notListening] }, shardOf(2), shardOf(3)]);
  const offset = 1_000_000_000_000n - 7n;
  expect(lines.find(({ kind }) => kind === 'deaf')).toEqual({
    ...notListening,
    fromNs: String(offset + 10n),
    untilNs: String(offset + 12n),
  });
});

test('a record of all shards is complete, and otherwise names the missing shard', async () => {
  const record = await recordOf(linesOf(all()));
  expect([record.missing, record.lost]).toEqual([undefined, undefined]);
  const two = await recordOf(linesOf(all().filter(({ place }) => place !== 'shard-2')));
  expect(two.missing).toMatchObject({ code: 'shardMissing', wanted: 'the closing line of shard 2 of 3' });
  const unclosed = linesOf(all()).filter((line, index) => line.kind !== 'closed' || index > 5);
  expect((await recordOf(unclosed)).missing).toMatchObject({ wanted: 'the closing line of shard 1 of 3' });
});

test('a line missing from one shard is lost evidence of the whole run', async () => {
  const left = linesOf(all()).filter(({ kind }, index) => kind !== 'exchange' || index > 5);
  expect((await recordOf(left)).lost).toMatchObject({ code: 'lostEvidence' });
});

type Pins = NonNullable<RunLine['pins']>;

test('shards that differ in much are told by the names of it', () => {
  const pins = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`PAY-${at}`, { key: 'x'.repeat(50) }]));
  const other = { ...pins, 'PAY-7': {}, 'PAY-9': {} };
  const message = (one: Pins, two: Pins) => {
    try {
      mergeShards([shardOf(1, { pins: one }), shardOf(2, { pins: two })]);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(message(pins, other)).toContain('expected the same baseline values as shard-1, got others: PAY-7, PAY-9. Run');
  expect(message(pins, {})).toContain('PAY-4 and 195 more. ');
  expect(message(pins, {}).length).toBeLessThan(400);
  const asked = (only: readonly string[]) => ({ selection: { ...shardOf(1).run.selection, only } });
  const many = Array.from({ length: 30 }, (_, at) => `PAY-${at}`);
  expect(() => mergeShards([shardOf(1, asked(many)), shardOf(2, asked(many.slice(1)))])).toThrow(/others: PAY-0\. /);
});

/** Builds a shard with an emulator of its own and a project with this fee payer. */
const ofOwnEmulator = (index: number, feePaidBy: 'merchant' | 'payer' = 'payer') => {
  const projects = [{ id: `CAP-${index}`, feePaidBy }];
  const target = { ...runLine.target, kind: 'emulator', baseUrl: `http://127.0.0.1:${index}`, projects } as const;
  return shardOf(index, { target });
};

test('separate emulators have different ids for the same projects, and all of them are known', async () => {
  const { target } = await recordOf(linesOf([ofOwnEmulator(1), ofOwnEmulator(2)]));
  expect(target?.projects).toEqual([
    { id: 'CAP-1', feePaidBy: 'payer' },
    { id: 'CAP-2', feePaidBy: 'payer' },
  ]);
  expect(() => mergeShards([ofOwnEmulator(1), ofOwnEmulator(2, 'merchant')])).toThrow(/the same target/);
  const sandbox = ({ run, ...shard }: ShardJournal): ShardJournal => ({
    ...shard,
    run: { ...run, target: { ...run.target, kind: 'sandbox', baseUrl: 'https://api.example.com' } },
  });
  expect(() => mergeShards([sandbox(ofOwnEmulator(1)), sandbox(ofOwnEmulator(2))])).toThrow(/the same target/);
});

test('folders that are not shards of one run are reported all at once', () => {
  expect(() => mergeShards([])).toThrow(/the folders of the shards/);
  const { selection } = runLine;
  const odd = [
    shardOf(1),
    shardOf(1),
    { ...shardOf(2), run: runLine },
    shardOf(3, { seed: 99, selection: { ...selection, profile: 'smoke', shard: { index: 3, of: 4 } } }),
  ];
  expect(() => mergeShards(odd)).toThrow(
    /shard 1 again[\s\S]*the journal of a whole run[\s\S]*same seed[\s\S]*same profile[\s\S]*as many shards/,
  );
});
