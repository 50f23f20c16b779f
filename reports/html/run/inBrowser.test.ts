import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { sampleFailure, sampleHistory, sampleNight } from '../../../tests/support/reports/sampleHistory.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { outcomes } from '../../../traffic/outcome/outcome.ts';
import { readStatements } from '../../../traffic/requirements/statements.ts';
import { writeRunPage } from './runPage.ts';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launchBrowser();
});

test.afterAll(async () => {
  await browser.close();
});

const hostile = [
  '<script>window.hit = 1</script>',
  '"><img src=x onerror="window.hit = 1">',
  "'><svg onload=window.hit=1>",
  '</script><script>window.hit = 1</script>',
  '</style></title><iframe srcdoc="<script>parent.hit=1</script>">',
  '\u202egnp.exe\u2066\u0000\u001b[31m\u2028',
  'javascript:window.hit=1',
].join(' ');

const failure = sampleFailure({
  wanted: hostile,
  seen: hostile,
  accepted: {
    id: 'PAY-01',
    line: 1,
    reason: hostile,
    owner: hostile,
    link: 'javascript:window.hit=1',
    until: '2026-02-01',
  },
});

/** A verdict with every outcome, and with hostile texts wherever a target can put one. */
function everything(): { verdict: Verdict; lines: ReturnType<typeof exchangeLine>[] } {
  const requirements = outcomes.map((outcome, at) =>
    sampleRequirement({
      id: `PAY-${String(at + 1).padStart(2, '0')}`,
      section: 'PAY',
      outcome,
      findings: [{ code: 'schema', wanted: hostile, seen: `200 ${hostile}`, exchanges: ['p0-1', 'p0-2'] }],
      learned: { [hostile]: hostile },
      cells: { evidenced: 1, of: 3 },
    }),
  );
  const nights = [sampleNight({ run: hostile, failed: ['PAY-01'] })];
  const verdict = sampleVerdict(requirements, {
    target: { name: hostile, kind: 'vendor', baseUrl: hostile },
    history: sampleHistory({ known: [failure], fixed: [failure], notAsked: [failure], nights }),
  });
  const lines = ['p0-1', 'p0-2'].map((id) =>
    exchangeLine(id, {
      operation: 'POST /v1/user/payments/payin',
      method: 'POST',
      path: `/v1/${hostile}`,
      body: JSON.stringify({ amount: id, comment: hostile }),
      status: 200,
      headers: [[hostile, hostile]],
      answer: { comment: hostile, amount: 1 },
    }),
  );
  return { verdict, lines };
}

/** Opens the page from its file, and returns it with every request and every error that it made. */
async function opened(
  colorScheme: 'light' | 'dark',
  javaScriptEnabled = true,
): Promise<{ page: Page; made: string[] }> {
  const { verdict, lines } = everything();
  const exchanges = new Map(lines.map((line) => [line.id, line]));
  const file = test.info().outputPath('report.html');
  mkdirSync(test.info().outputPath(), { recursive: true });
  writeFileSync(file, writeRunPage({ verdict, lines, exchanges, statements: readStatements() }));
  const context = await browser.newContext({ colorScheme, javaScriptEnabled, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const made: string[] = [];
  const url = pathToFileURL(file).href;
  page.on(
    'request',
    (request) => request.url() !== url && !request.url().startsWith('data:') && made.push(request.url()),
  );
  page.on('console', (message) => made.push(message.text()));
  page.on('pageerror', (error) => made.push(error.message));
  page.on('dialog', (dialog) => made.push(dialog.message()));
  await page.goto(url);
  return { page, made };
}

test('the page opens from its file, asks for nothing, and runs no text of a target', async () => {
  const { page, made } = await opened('light');
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  expect(made).toEqual([]);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(await page.locator('main img, main iframe, main script, main a[href^="javascript"]').count()).toBe(0);
  await page.context().close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in the ${scheme} page`, { tag: scheme === 'light' ? [] : '@full' }, async () => {
    const { page } = await opened(scheme);
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.context().close();
  });

test('search and filters work by keyboard', async () => {
  const { page } = await opened('light');
  const rows = page.locator('tr[data-outcome]:visible');
  await page.keyboard.press('/');
  await page.keyboard.type('pay-03');
  await expect(rows).toHaveCount(1);
  await expect(page.locator('#shown')).toHaveText(`1 of ${outcomes.length} requirements`);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(outcomes.length);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute('data-outcome', 'fail');
  await page.context().close();
});

test('without JavaScript everything can be read, and no tool is shown that would not work', async () => {
  const { page } = await opened('light', false);
  await expect(page.locator('#tools')).toBeHidden();
  await expect(page.locator('tr[data-outcome]')).toHaveCount(outcomes.length);
  await page.locator('#PAY-07 > summary').click();
  await expect(page.locator('#PAY-07 .pair').first()).toBeVisible();
  await page.context().close();
});

for (const width of [1280, 758, 390])
  test(`nothing is wider than ${width} pixels`, async () => {
    const { page } = await opened('light');
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
    await page.context().close();
  });
