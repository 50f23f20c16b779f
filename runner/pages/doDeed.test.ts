import { expect, test } from '@playwright/test';
import type { ViewNode } from '../../oracles/pages/view/viewNodes.ts';
import { doDeed } from './doDeed.ts';
import type { Visit } from './visit.ts';

const means = { asset: 'TRON_USDT', locators: {} };

const link = (ref: string, name = 'Back to the shop') => ({ role: 'link', name, ref }) as ViewNode;

/** A page that only lets the element with this reference be pressed, and that shows other elements after the first try. */
function pageWith(pressable: string, after: readonly ViewNode[]) {
  const pressed: string[] = [];
  const click = (ref: string) => async () => {
    if (ref !== pressable) throw new Error('The element is detached.');
    pressed.push(ref);
  };
  const visit = {
    nodes: after,
    live: ({ ref = '' }: ViewNode) => ({
      click: click(ref),
      locator: () => ({ last: () => ({ click: click(ref) }) }),
      dispatchEvent: click(ref),
    }),
    act: (deed: () => Promise<unknown>) => deed(),
  };
  return { visit: visit as unknown as Visit, pressed };
}

test('an element that the page has drawn anew meanwhile is pressed where it is now', async () => {
  const { visit, pressed } = pageWith('e9', [link('e8', 'Help'), link('e9')]);
  expect(await doDeed(visit, { key: 'go back', does: 'press', node: link('e2') }, means)).toBe(true);
  expect(pressed).toEqual(['e9']);
});

test('an element that is as it was, or is gone, is not tried again', async () => {
  for (const after of [[link('e2')], [link('e9', 'Help')], []]) {
    const { visit, pressed } = pageWith('e9', after);
    expect(await doDeed(visit, { key: 'go back', does: 'press', node: link('e2') }, means)).toBe(false);
    expect(pressed).toEqual([]);
  }
});
