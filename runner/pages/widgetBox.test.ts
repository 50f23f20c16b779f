import { type Browser, expect, test } from '@playwright/test';
import { launchBrowser } from '../../tests/support/browser.ts';
import type { PageEvent } from '../../traffic/journal/journalTypes.ts';
import { aboutEvent, opensShadows, placings, shopPage, tellName } from './inPage.ts';
import { widgetBox } from './widgetBox.ts';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launchBrowser([]);
});

test.afterAll(() => browser.close());

const open = async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(opensShadows);
  return context.newPage();
};

/** Returns the width of a widget with these contents, in its shadow root or in the page. */
async function widthOf(style: string, inside: string, mode?: 'open' | 'closed'): Promise<number | undefined> {
  const page = await open();
  await page.setContent(
    `<body style="margin:0"><app-widget style="${style}">${mode ? '' : inside}</app-widget></body>`,
  );
  if (mode !== undefined)
    await page.evaluate(
      `document.querySelector('app-widget').attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(inside)}`,
    );
  const box = await widgetBox(page);
  await page.context().close();
  return box?.width;
}

const card = '<div style="width:392px;height:50px">x</div>';

test('a widget is as wide as its element, or as what is in an element that fills its place', async () => {
  for (const mode of [undefined, 'open', 'closed'] as const) {
    expect(await widthOf('display:block', card, mode), mode).toBe(392);
    expect(await widthOf('display:contents', card, mode), mode).toBe(392);
  }
  expect(await widthOf('display:block', `<div>${card}</div>`, 'open')).toBe(392);
  expect(await widthOf('display:block', '<iframe style="width:392px;border:2px solid"></iframe>')).toBe(392);
  expect(await widthOf('display:inline-block', '<iframe style="width:390px;border:0"></iframe>')).toBe(390);
});

test('a widget of another width is not taken for what is in it', async () => {
  expect(await widthOf('display:block;width:420px', card)).toBe(420);
  expect(await widthOf('display:block', '<div style="width:420px">x</div>', 'open')).toBe(1280);
  expect(await widthOf('display:block', `<div style="width:420px">${card}</div>`, 'open')).toBe(1280);
});

/** Returns what a merchant's page tells of an event that a script dispatches. */
async function toldOf(script: string): Promise<Pick<PageEvent, 'at' | 'heard' | 'ours'>[]> {
  const page = await open();
  const told: Pick<PageEvent, 'at' | 'heard' | 'ours'>[] = [];
  await page.exposeFunction(tellName, (name: string, _value: string, about: unknown) => {
    if (name === 'statusChanged') told.push(aboutEvent(about));
  });
  await page.route('http://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: shop }));
  await page.goto('http://shop.example/');
  await page.evaluate(script);
  await expect.poll(() => told.length).toBe(1);
  await page.context().close();
  return told;
}

const shop = shopPage('http://shop.example/host', 'CCO-1').replace(/<script src=[^>]*><\/script>/, '');
const event = "new CustomEvent('statusChanged', { detail: {}, bubbles: true, composed: true })";
const bare = "new CustomEvent('statusChanged')";
const child = "const child = document.createElement('p'); document.querySelector('app-widget').append(child);";

test('a page tells whether the element of a widget heard an event', async () => {
  const heard = [{ at: 'CCO-1', from: expect.any(String), heard: true }];
  expect(await toldOf(`document.querySelector('app-widget').dispatchEvent(${bare})`)).toEqual(heard);
  expect(await toldOf(`${child} child.dispatchEvent(${event})`)).toEqual(heard);
  expect(await toldOf(`${child} child.dispatchEvent(${bare})`)).toEqual([{ heard: false }]);
  expect(await toldOf(`document.dispatchEvent(${event})`)).toEqual([{ heard: false }]);
  const late = `${placings['placed late']?.('CCO-2')}; document.getElementById('CCO-2').dispatchEvent(${bare})`;
  expect(await toldOf(late)).toEqual([{ at: 'CCO-2', from: expect.any(String), heard: true }]);
  // Whatever a script does with an element, it is the same and hears the same in the end.
  for (const script of Object.values(placings)) {
    const dispatching = `document.getElementById('CCO-1').dispatchEvent(${bare})`;
    expect(await toldOf(`${script('CCO-1')}.then(() => ${dispatching})`)).toEqual(heard);
  }
});
