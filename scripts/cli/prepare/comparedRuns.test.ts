import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { runsToCompare } from './comparedRuns.ts';

/** Writes runs, each by its name, into the folder for runs below a new folder; runs a function there. */
function inFolderOf<T>(runs: Readonly<Record<string, Partial<Verdict>>>, act: () => T): T {
  const folder = test.info().outputPath();
  const before = process.cwd();
  for (const [name, parts] of Object.entries(runs)) {
    const out = join(folder, 'reports', 'out', name);
    mkdirSync(out, { recursive: true });
    const verdict = sampleVerdict([], parts);
    const header = { ...verdict.header, run: { ...verdict.header.run, id: name } };
    writeFileSync(join(out, 'verdict.json'), JSON.stringify({ ...verdict, header: parts.header ?? header }));
  }
  process.chdir(folder);
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}

const smoke = { selection: { ...sampleVerdict([]).selection, profile: 'smoke' } } as const;
const places = (...names: string[]) => names.map((name) => join('reports', 'out', name));

test('without names the last run is compared with the last one like it', () => {
  const runs = { '20260101-a': {}, '20260102-b': {}, '20260103-c': smoke, '20260104-d': {} };
  expect(inFolderOf(runs, () => runsToCompare(undefined, undefined))).toEqual(places('20260102-b', '20260104-d'));
});

test('a run that was judged again is not another run, and a campaign is none', () => {
  const { header } = sampleVerdict([]);
  const once = { header: { ...header, run: { ...header.run, id: '20260102-b' } } };
  const runs = { '20260101-a': {}, '20260102-b': once, '20260103-judged': once };
  const act = () => {
    mkdirSync(join('reports', 'out', '20260109-campaign'));
    return runsToCompare(undefined, undefined);
  };
  expect(inFolderOf(runs, act)).toEqual(places('20260101-a', '20260103-judged'));
});

test('says what is there if there are not two runs', () => {
  expect(() => inFolderOf({}, () => runsToCompare(undefined, undefined))).toThrow(/expected two runs .*, got none/);
  const runs = { '20260101-a': smoke, '20260102-b': {} };
  expect(() => inFolderOf(runs, () => runsToCompare(undefined, undefined))).toThrow(
    /got only .*20260102-b\. Run twice/,
  );
});

test('refuses one name, and the same run under two names', () => {
  const act = () => {
    const [out = ''] = places('20260101-a');
    symlinkSync(out, 'latest');
    expect(() => runsToCompare(out, undefined)).toThrow(/expected two different runs.*got one name/);
    for (const other of [out, `${out}/`, 'latest', join(out, 'verdict.json')])
      expect(() => runsToCompare(other, out), other).toThrow(/got the same run twice/);
    expect(runsToCompare(out, 'elsewhere')).toEqual([out, 'elsewhere']);
  };
  inFolderOf({ '20260101-a': {} }, act);
});
