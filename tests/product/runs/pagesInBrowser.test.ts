import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from '@playwright/test';
import type { PageLine } from '../../../traffic/journal/journalTypes.ts';
import type { PageLocators, TargetFile } from '../../../traffic/target/file/targetFile.ts';
import { approvedDomain, openPageFront, type PageFront } from '../../support/pages/pageFront.ts';
import type { PageFaults, PageStyle } from '../../support/pages/pageStyles.ts';
import { assayInto, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

/** An emulator behind pages of another make than its own, with the target file of both. */
interface Pages {
  front: PageFront;
  file: TargetFile;
}

const test = base.extend<object, { pages: Pages }>({
  pages: [
    async ({ sharedFolder: folder }, use) => {
      const service = await startEmulator({ folder, options: ['--control'] });
      const front = await openPageFront(service.targetFile);
      const text = readFileSync(service.targetFile, 'utf8');
      const { levers = {}, ...file } = JSON.parse(text.replaceAll(service.url, front.url)) as TargetFile;
      const widget = { host: front.url, domain: approvedDomain };
      await use({ front, file: { ...file, levers, widget } });
      await front.close();
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

const hosted = ['CHK-05', 'CHK-06', 'CHK-11', 'CHK-12', 'CHK-13', 'REQ-09', 'SBX-06', 'WID-06', 'WID-07', 'WID-08'];
const embedded = ['WID-01', 'WID-02', 'WID-03', 'WID-04', 'WID-05', 'WID-09', 'WID-10'];

interface Made {
  folder: string;
  style?: PageStyle;
  faults?: PageFaults;
  changes?: Partial<TargetFile>;
}

let runs = 0;

/** Judges some requirements on pages of some make; returns the outcomes by id, and the folder of the run. */
async function judged(
  { front, file }: Pages,
  ids: readonly string[],
  { folder, style = 'radios', faults = {}, changes = {} }: Made,
) {
  Object.assign(front, { style, faults });
  runs += 1;
  const name = `pages-${runs}`;
  const target = join(folder, `${name}.json`);
  writeFileSync(target, JSON.stringify({ ...file, ...changes, name }));
  const { out } = await assayInto(name, ['run', '--target', target, '--only', ids.join(','), '--seed', '7'], {
    folder,
  });
  const { requirements } = verdictIn(out);
  const own = requirements.filter(({ id }) => ids.includes(id));
  return { out, name, outcomes: Object.fromEntries(own.map(({ id, outcome }) => [id, outcome])) };
}

const all = (ids: readonly string[], outcome: string) => Object.fromEntries(ids.map((id) => [id, outcome]));

const visitsIn = (out: string) => linesIn(out).filter((line): line is PageLine => line.kind === 'page');

test('a page of another make is worked without the test control API, and its stored journal judges alike', {
  tag: '@full',
}, async ({ pages, sharedFolder: folder }) => {
  test.setTimeout(240_000);
  const ids = [...hosted, ...embedded];
  const { out, outcomes } = await judged(pages, ids, { folder, changes: { levers: {} } });
  expect(outcomes).toEqual(all(ids, 'pass'));
  const visits = visitsIn(out);
  expect(visits.filter(({ screenshot }) => screenshot === undefined)).toEqual([]);
  expect(visits.filter(({ trace = '' }) => existsSync(join(out, trace)) && trace !== '')).toEqual([]);
  const again = await assayInto('pages-again', ['judge', join(out, 'journal')], { folder });
  const stored = verdictIn(again.out).requirements.filter(({ id }) => ids.includes(id));
  expect(Object.fromEntries(stored.map(({ id, outcome }) => [id, outcome]))).toEqual(outcomes);
});

for (const style of ['lists', 'cards'] as const)
  test(`a page made of ${style} is worked`, { tag: '@full' }, async ({ pages, sharedFolder: folder }) => {
    test.setTimeout(300_000);
    const ids = [...hosted, ...embedded];
    expect((await judged(pages, ids, { folder, style })).outcomes).toEqual(all(ids, 'pass'));
  });

const doubled = ({ fixedAmount }: Record<string, unknown>) => {
  const { amount, currency } = (fixedAmount ?? {}) as { amount?: number; currency?: string };
  return fixedAmount ? { fixedAmount: { amount: 2 * (amount ?? 0), currency } } : {};
};

/** Pages with something wrong, and the requirements that are to fail on them. */
const broken: Readonly<Record<string, { fails: readonly string[]; faults: PageFaults }>> = {
  'a hosted page': {
    fails: ['CHK-06', 'CHK-11', 'CHK-12', 'CHK-13', 'SBX-06', 'WID-06', 'WID-07', 'WID-08'],
    faults: {
      settlesNothing: true,
      mixes: true,
      script: `
        hooks.preselected = () => undefined;
        hooks.isWithin = () => true;
        hooks.amounts = (state) => state.suggested.amounts.slice(1);
        hooks.assets = (state) => [...state.options.cryptoCurrencies, 'BITCOIN_BTC'];
        hooks.back = () => 'https://elsewhere.example/return';
        hooks.title = (state) => { const one = make('h1'); one.innerHTML = state.name; return one; };`,
    },
  },
  'a page with another price, and of requests': {
    fails: ['CHK-05', 'REQ-09'],
    faults: { state: doubled, showsRequests: true },
  },
  'a widget': {
    fails: ['WID-02', 'WID-03', 'WID-04', 'WID-09', 'WID-10'],
    faults: {
      anyDomain: true,
      script: `
        hooks.changed = (element, state) => element.dispatchEvent(new CustomEvent('statusChanged', { detail: { ...state, request: undefined } }));
        hooks.width = () => '400px';
        hooks.listen = (element) => addEventListener('message', ({ data }) => {
          if (data?.status) element.dispatchEvent(new CustomEvent('statusChanged', { detail: { ...data, id: element.id } }));
        });`,
    },
  },
  'a widget without its element': {
    fails: ['WID-01'],
    faults: { script: 'customElements.define = () => {};' },
  },
};

for (const [what, { fails, faults }] of Object.entries(broken))
  test(`the faults of ${what} are found`, { tag: '@full' }, async ({ pages, sharedFolder: folder }) => {
    test.setTimeout(240_000);
    const { out, outcomes } = await judged(pages, fails, { folder, faults });
    expect(outcomes).toEqual(all(fails, 'fail'));
    const traces = visitsIn(out).flatMap(({ trace = '' }) =>
      trace !== '' && existsSync(join(out, trace)) ? [trace] : [],
    );
    expect(traces.length).toBeGreaterThan(0);
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(traces.filter((trace) => !report.includes(`href="${trace}"`))).toEqual([]);
  });

test('a token on a page is found, and neither the journal nor a picture keeps it', { tag: '@full' }, async ({
  pages,
  sharedFolder: folder,
}) => {
  test.setTimeout(240_000);
  const env = parseEnv(readFileSync(join(folder, pages.file.envFile ?? ''), 'utf8'));
  const secret = env[pages.file.credentials[0]?.secretEnv ?? ''] ?? '';
  const { out, outcomes } = await judged(pages, ['WID-05', 'WID-08'], {
    folder,
    faults: { state: () => ({ note: secret }) },
    changes: { widget: pages.file.widget ?? { host: '', domain: '' } },
  });
  expect(outcomes).toEqual(all(['WID-05', 'WID-08'], 'fail'));
  expect(JSON.stringify(linesIn(out))).not.toContain(secret);
  expect(visitsIn(out).filter(({ leaks, screenshot, trace }) => leaks.length > 0 && (screenshot || trace))).toEqual([]);
});

/** A page on which nothing has a role, and whose words say nothing. */
const mute: PageFaults = {
  script: `
    Object.assign(words, { go: '→', balance: '☆', back: '☜' });
    choices = (app, state) => hooks.assets(state).map((asset) => make('i', { 'data-coin': asset, onclick: () => { app.asset = asset; } }, '●'));
    const made = make;
    hooks.title = (state) => { const one = made('h1', {}, state.name); return one; };`,
};

test('a page that cannot be worked is unverified with the locator to set, and is worked with it', {
  tag: '@full',
}, async ({ pages, sharedFolder: folder }) => {
  test.setTimeout(240_000);
  const ids = ['SBX-06', 'CHK-11'];
  const without = await judged(pages, ids, { folder, faults: mute });
  expect(without.outcomes).toEqual(all(ids, 'unverified'));
  const { findings } = verdictIn(without.out).requirements.find(({ id }) => id === 'SBX-06') ?? { findings: [] };
  expect(findings[0]?.seen).toContain('page.currency in the target file');
  const page: PageLocators = {
    currency: 'css=[data-coin="{asset}"]',
    continue: 'text=→',
    balance: 'text=☆',
    return: 'text=☜',
    amount: 'css=input',
  };
  const given = await judged(pages, ids, { folder, faults: mute, changes: { page } });
  expect(given.outcomes).toEqual(all(ids, 'pass'));
});
