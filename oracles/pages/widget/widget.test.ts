import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../../tests/support/records/records.ts';
import type { PageLine, PageLook } from '../../../traffic/journal/journalTypes.ts';
import { cannotBeForged, rendersCheckout } from './widget.ts';
import { hasWidgetWidth, keepsMobileLayout, keepsWidgetWidth } from './widgetWidth.ts';

const script = { method: 'GET', url: 'https://w.example/widget.js', type: 'script', afterMs: 0, status: 200, ids: [] };

const recordWith = (page: Partial<PageLine>, status = 'REQUEST_CREATED') =>
  recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    exchangeLine('p0-2', readOf('checkout', checkoutLike({ status }), 2_000)),
    pageLineOf('p0-1', { way: 'widget', requests: [script], ...page }),
  ]);

const args = { page: 'p0-v1', reads: ['p0-2'] };

const sized = (step: string, width: number, screen = 1280): PageLook =>
  lookOf(step, '- text: a', { box: { width, height: 500 }, screen: { width: screen, height: 900 } });

test('a widget keeps its width on a desktop after the choice and at the end', async () => {
  const state = async (...looks: readonly PageLook[]) =>
    keepsWidgetWidth(await recordWith({ looks }), { page: 'p0-v1' }).state;
  expect(await state(sized('chosen', 392), sized('settled', 390))).toBe('held');
  for (const step of ['detected', 'settled'])
    expect(await state(sized('chosen', 392), sized(step, 420)), step).toBe('broken');
  expect(await state(sized('chosen', 390, 390), sized('chosen', 392))).toBe('held');
  expect(await state(sized('chosen', 358, 390))).toBe('undecided');
  // Only what was given the time to follow the window counts.
  expect(await state(sized('again', 420), sized('at 800 px', 420))).toBe('undecided');
});

test('a widget has its width on a very wide screen, too, where that was looked at', async () => {
  const state = async (...more: readonly PageLook[]) => {
    const looks = [sized('at 1280 px', 392), sized('at 759 px', 392), sized('at 758 px', 758), ...more];
    return hasWidgetWidth(await recordWith({ looks }), { page: 'p0-v1' }).state;
  };
  expect(await state()).toBe('held');
  expect(await state(sized('at 1920 px', 392))).toBe('held');
  expect(await state(sized('at 1920 px', 480))).toBe('broken');
});

test('a mobile layout of the same size is judged by what is in it', async () => {
  const state = async (mobile: Partial<PageLook>, width = 392) => {
    const looks = [sized('at 1280 px', 392), sized('at 759 px', 392), { ...sized('at 758 px', width), ...mobile }];
    return hasWidgetWidth(await recordWith({ looks }), { page: 'p0-v1' }).state;
  };
  expect(await state({})).toBe('broken');
  expect(await state({ places: '0 0 300 40' })).toBe('undecided');
  expect(await state({ seen: '- button "Menu"' })).toBe('undecided');
  expect(await state({ places: '0 0 300 40' }, 600)).toBe('held');
});

test('a widget has the mobile layout when it is loaded on a narrow screen, and after the choice', async () => {
  const state = async (...looks: readonly PageLook[]) =>
    keepsMobileLayout(await recordWith({ looks }), { page: 'p0-v1' }).state;
  const [wide, later] = [sized('at 759 px', 392), sized('then at 759 px', 392)];
  expect(await state(wide, sized('loaded at 758 px', 742), later, sized('then at 758 px', 742))).toBe('held');
  expect(await state(wide, sized('loaded at 758 px', 392))).toBe('broken');
  expect(await state(wide, later, sized('then at 758 px', 392))).toBe('broken');
  expect(await state(wide)).toBe('undecided');
});

const payTo = '- text: Send 2 USDT to TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('a forged status adds no word of success, and takes nothing away', async () => {
  const state = async (after: readonly PageLook[], status = 'REQUEST_CREATED') => {
    const looks = [lookOf('before forging', payTo), ...after.map((look, nth) => ({ ...look, afterMs: nth + 1 }))];
    return cannotBeForged(await recordWith({ looks, forged: ['messages'] }, status), args).state;
  };
  const same = lookOf('after forging SUCCESS', payTo);
  const banner = `${payTo}\n- status: Payment complete`;
  expect(await state([same, lookOf('after forging CONFLICT', payTo)])).toBe('held');
  expect(await state([lookOf('after forging', banner)])).toBe('broken');
  expect(await state([lookOf('after forging', banner)], 'SUCCESS')).toBe('held');
  expect(await state([same, lookOf('after forging CONFLICT', '- text: Too little was paid')])).toBe('broken');
  expect(await state([])).toBe('undecided');
});

test('a widget that asks whether its end user goes on is worked, and one that shows nothing is not there', async () => {
  const state = async (seen: string) => {
    const looks = [lookOf('opened', '- radio "USDT" [ref=e1]\n- text: CCO-1'), lookOf('reopened', seen)];
    return rendersCheckout(await recordWith({ looks }), args).state;
  };
  expect(await state(payTo)).toBe('held');
  expect(await state('- text: Continue?\n- button "Yes, please" [ref=e1]')).toBe('undecided');
  expect(await state('- heading "Not available" [level=1]')).toBe('broken');
});
