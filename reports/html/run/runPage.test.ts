import { expect, test } from '@playwright/test';
import { assert, option, property } from 'fast-check';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { deliveryLine } from '../../../tests/support/records/webhookRecords.ts';
import { history as arbitraryHistory } from '../../../tests/support/reports/arbitraryHistory.ts';
import { arbitraryVerdict } from '../../../tests/support/reports/arbitraryVerdict.ts';
import { sampleFailure, sampleHistory, sampleNight } from '../../../tests/support/reports/sampleHistory.ts';
import { sampleBroken, sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import type { ExchangeLine } from '../../../traffic/journal/journalTypes.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { readStatements } from '../../../traffic/requirements/statements.ts';
import { writeRunPage } from './runPage.ts';
import { sectionName } from './sections.ts';

const pageOf = (
  verdict: Parameters<typeof sampleVerdict>[1],
  ...requirements: ReturnType<typeof sampleRequirement>[]
) =>
  writeRunPage({
    verdict: sampleVerdict(requirements, verdict),
    lines: [],
    exchanges: new Map(),
    statements: readStatements(),
  });

const h1 = (page: string) => /<h1>(.*?)<\/h1>/s.exec(page)?.[1];

test('any verdict and history make a page that names every requirement', () => {
  assert(
    property(arbitraryVerdict, option(arbitraryHistory, { nil: undefined }), (verdict, history) => {
      const page = writeRunPage({
        verdict: { ...verdict, ...(history && { history }) },
        lines: [],
        exchanges: new Map(),
        statements: {},
      });
      const missing = verdict.requirements.filter(({ id }) => !page.includes(`data-id="${id}"`));
      expect(missing).toEqual([]);
      expect(page).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(page.match(/<script/g)).toHaveLength(1);
      expect(page).not.toMatch(/<[^>]*\son\w+=|href="javascript:|<img|<iframe/i);
    }),
    { numRuns: 60 },
  );
});

test('the headline counts what is new, known and fixed', () => {
  const failure = sampleFailure();
  const history = sampleHistory({ new: [failure], known: [failure], fixed: [failure] });
  expect(h1(pageOf({ history }, sampleRequirement()))).toBe('FAILED: 1 new failure, 1 known, 1 fixed since 2026-11-21');
  const page = pageOf({ history: sampleHistory(), exit: 0 }, sampleRequirement({ outcome: 'pass', findings: [] }));
  expect(h1(page)).toBe('PASSED: nothing failed, nothing new since 2026-11-21');
  expect(page).toContain('no earlier run of this target is stored');
});

test('each failure shows its fingerprint in full', () => {
  const broken = ['a', 'b'].map((digit) => sampleBroken(digit, { fingerprint: digit.repeat(16) }));
  const page = pageOf({}, sampleRequirement({ broken }));
  for (const { fingerprint } of broken) expect(page).toContain(`<code>${fingerprint}</code>`);
});

test('a failure that is accepted as a whole says so and stands last; one that is accepted in part counts', () => {
  const accepted = { id: 'OUT-01', reason: 'mended in March', until: '2026-12-31' };
  const known = ['OUT-01', 'OUT-02'].map((requirement) => sampleFailure({ requirement, accepted }));
  const rest = sampleFailure({ fingerprint: '1' });
  const whole = sampleRequirement({ id: 'OUT-01', accepted: [accepted] });
  const history = sampleHistory({ new: [sampleFailure({ requirement: 'OUT-01' })], known: [...known, rest] });
  const page = pageOf({ history }, whole, sampleRequirement());
  const blocks = [...page.matchAll(/<details class="failure[^>]* id="([^"]*)".*?<\/summary>/gs)];
  const marks = blocks.map(([text, id]) => [id, /(?:partly )?accepted/.exec(text)?.[0]]);
  expect(marks).toEqual([
    ['OUT-02', 'partly accepted'],
    ['OUT-01', 'accepted'],
  ]);
});

test('what is new is named by its causes, each with the number of other requirements that it breaks', () => {
  const of = (id: string, exchange: string, seen = 'none') =>
    sampleRequirement({
      id,
      findings: [{ code: 'differs', wanted: id, seen, exchanges: [exchange] }],
      exchanges: [exchange],
    });
  const all = [of('PAY-02', 'p0-1'), of('PAY-04', 'p0-1'), of('SRC-11', 'p0-2')];
  const fresh = all.map(({ id }) => sampleFailure({ requirement: id, fingerprint: id }));
  const page = pageOf({ history: sampleHistory({ new: fresh }) }, ...all);
  expect(page).toContain('3 requirements, 2 causes:');
  expect(page).toContain('<a href="#PAY-02">PAY-02</a> and 1 more requirement:');
  expect(page).not.toContain('<li><a href="#PAY-04">');
});

test('failures of one cause stand together, and what does not count comes last', () => {
  const of = (id: string, exchange: string, parts = {}) =>
    sampleRequirement({
      id,
      findings: [{ code: 'differs', wanted: id, seen: exchange, exchanges: [exchange] }],
      exchanges: [exchange],
      ...parts,
    });
  const accepted = [{ id: 'AUT-01', reason: 'r', until: '2027-01-01' }];
  const all = [of('AUT-01', 'p0-1', { accepted }), of('OUT-02', 'p0-2'), of('PAY-04', 'p0-1'), of('SRC-11', 'p0-2')];
  const page = pageOf({}, ...all);
  const blocks = [...page.matchAll(/<details class="failure[^>]* id="([^"]+)"/g)].map(([, id]) => id);
  expect(blocks).toEqual(['OUT-02', 'SRC-11', 'PAY-04', 'AUT-01']);
  expect(page.match(/requirements fail, one cause/g)).toHaveLength(1);
});

test('an expired credential is said to be the reader’s own', () => {
  const page = pageOf(
    { halt: { cause: 'credential', message: 'main was answered 401 {"code":"denied"}' }, exit: 2 },
    sampleRequirement({ outcome: 'not run', findings: [] }),
  );
  expect(page).not.toContain('denied');
  expect(h1(page)).toEqual(expect.stringMatching(/^NOT DONE: The target refuses the token id and secret/));
  expect(page).toContain('Yours: the target refuses the credential.');
  expect(page).toContain('they may have expired');
});

test('a webhook is shown as it was received, with its digest and the line that the fault is about, and without a script', () => {
  const finding = { code: 'schema', wanted: 'the payment webhook body/blockchain null', seen: 'the text NONE' };
  const requirement = sampleRequirement({ findings: [{ ...finding, exchanges: ['hooks-11'] }] });
  const line = deliveryLine('hooks-11', { atMs: 0, body: { id: 'PMT-1', blockchain: 'NONE' } });
  const headers = [...line.request.headers, ['X-Payload-Digest', 'ab12'], ['Accept', '*/*']] as const;
  const page = writeRunPage({
    verdict: sampleVerdict([requirement]),
    lines: [{ ...line, request: { ...line.request, headers } }],
    exchanges: new Map(),
    statements: {},
  });
  const block = /<details class="failure.*?<h4>Webhook hooks-11.*?<\/details>/s.exec(page)?.[0] ?? '';
  expect(block).toContain('Content-Type: application/json\nX-Payload-Digest: ab12');
  expect(block).toMatch(/payment, received [\d:.]+ UTC from 127\.0\.0\.1, its digest is right, Assay answered 200/);
  expect(block).toMatch(/<mark>\s*&quot;blockchain&quot;: &quot;NONE&quot;/);
  expect(block).not.toMatch(/curl|Accept|in the journal/);
});

test('the runs before are told in plain words', () => {
  const page = (...failed: string[][]) => {
    const nights = failed.map((ids) => sampleNight({ failed: ids }));
    return pageOf({ history: sampleHistory({ nights }) }, sampleRequirement());
  };
  expect(page([])).toContain('did not fail in the one run before this one');
  expect(page([], [])).toContain('did not fail in the 2 runs before this one');
  expect(page([], ['OUT-02'])).toContain('failed in 1 of the 2 runs before this one');
  expect(page(['OUT-02'], ['OUT-02'])).toContain('failed in all 2 runs before this one');
});

test('every section of the catalogue has a name', () => {
  const sections = [...new Set(readCatalogue().map(({ section }) => section)), 'CLI'];
  expect(sections.filter((section) => sectionName(section) === section)).toEqual([]);
});

test('a changed value is shown with what it was', () => {
  const changed = { outcome: 'changed', findings: [], learned: { sign: 'plus' }, was: { sign: '<b>minus' } } as const;
  expect(pageOf({ exit: 0 }, sampleRequirement(changed))).toContain('<li>sign: was &lt;b&gt;minus, now plus</li>');
});

/** Ten thousand exchanges with a large answer each, a third of them evidence. */
function manyExchanges(): ExchangeLine[] {
  const payments = Array.from({ length: 40 }, (_, at) => ({
    id: `PMT-${at}`,
    amount: at,
    comment: '<b>&"x"</b>'.repeat(4),
  }));
  const answer = JSON.stringify(payments);
  return Array.from({ length: 10_000 }, (_, at) => ({
    ...exchangeLine(`p0-${at}`, {
      method: at % 3 === 0 ? 'POST' : 'GET',
      path: '/v1/user/payments',
      body: answer,
      status: 200,
      answer,
    }),
    sentAt: new Date(1_700_000_000_000 + at * 100).toISOString(),
  }));
}

test('ten thousand exchanges and every requirement failing stay below 5 MB', { tag: '@full' }, () => {
  const lines = manyExchanges();
  const requirements = readCatalogue().map(({ id, title, section, kind, basis }, at) =>
    sampleRequirement({
      id,
      title,
      section,
      kind,
      basis,
      findings: Array.from({ length: 10 }, (_, nth) => ({
        code: 'notRefused',
        wanted: `amount of ${'<&>'.repeat(200)}`,
        seen: `200 ${'"<&>'.repeat(400)}`,
        exchanges: [`p0-${at * 10 + nth}`],
      })),
    }),
  );
  const exchanges = new Map(lines.map((line) => [line.id, line]));
  const page = writeRunPage({ verdict: sampleVerdict(requirements), lines, exchanges, statements: readStatements() });
  expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
});
