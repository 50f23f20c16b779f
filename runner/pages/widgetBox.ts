import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { isDesktopWidth } from '../../oracles/pages/widget/widgetWidth.ts';

/** The size of a widget, in CSS pixels. */
export interface Box {
  width: number;
  height: number;
}

/** The pause between two looks at the size, ms. */
const stepMs = 80;

/** The most elements, one in the other, that are as wide as the place that they have. */
const mostLayers = 5;

/** As much of an element as its size takes. */
interface Sized {
  clientWidth: number;
  getBoundingClientRect(): Box;
  parentElement?: Sized | null;
  shadowRoot?: { children: Iterable<Sized> } | null;
  children: Iterable<Sized>;
}

/** The sizes of a widget and of what fills it; `isClosed` is true if the element fills its place and nothing is seen in it. */
interface Measured {
  sizes: Box[];
  isClosed: boolean;
}

/** Measures, in the page, an element, and as long as an element is just as wide as its place, what is in it: each with its borders and without. */
function measure(host: Sized, most: number): Measured {
  const sizes: Box[] = [];
  const widthOf = (one: Sized) => one.getBoundingClientRect().width;
  let one: Sized | undefined = host;
  let place = host.parentElement?.clientWidth ?? 0;
  for (let layer = 0; one && layer < most; layer += 1) {
    const { width, height } = one.getBoundingClientRect();
    for (const each of [width, one.clientWidth]) if (each > 0) sizes.push({ width: each, height });
    if (width > 0 && Math.abs(width - place) > 1) return { sizes, isClosed: false };
    place = one.clientWidth || place;
    const inside: Sized[] = [...(one.shadowRoot ?? one).children].filter((child) => widthOf(child) > 0);
    one = inside.sort((a, b) => widthOf(b) - widthOf(a))[0];
  }
  return { sizes, isClosed: sizes.length <= 2 };
}

const asBox = ({ width, height }: Box): Box => ({ width: Math.round(width), height: Math.round(height) });

/** Returns the size of the widget: the first of its sizes that the interface states, else that of the outermost element that has one. What is in a closed shadow root is measured only from outside. */
export async function widgetBox(page: Page): Promise<Box | undefined> {
  const host = page.locator('app-widget').first();
  const asked = host.evaluate(measure as never, mostLayers as never, { timeout: 1_000 });
  const measured = (await asked.catch(() => undefined)) as Measured | undefined;
  if (!measured) return undefined;
  const boxes = measured.sizes.map(asBox);
  const isStated = ({ width }: Box) => isDesktopWidth(width);
  const found = boxes.find(isStated);
  if (found || !measured.isClosed) return found ?? boxes[0];
  const parts = host.locator('css=*');
  const isEmpty = (await parts.count().catch(() => 0)) === 0;
  const inside = isEmpty
    ? null
    : await parts
        .first()
        .boundingBox({ timeout: 1_000 })
        .catch(() => null);
  const box = inside && inside.width > 0 ? asBox(inside) : undefined;
  return box && (isStated(box) || boxes.length === 0) ? box : boxes[0];
}

/** The most controls whose places are compared, and the most frames of a widget. */
const [mostControls, mostFrames] = [40, 3];

/** Where, in a frame, its controls stand and how large they are; empty without one. What counts a time down is none. */
const places = `[...document.querySelectorAll('button, input, select, label, fieldset, img, svg, a')]
  .slice(0, ${mostControls})
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '))
  .join(', ')`;

/** Returns where the controls in the frames of a widget stand, so that two layouts of one size are told apart. */
export async function widgetPlaces(page: Page): Promise<string> {
  const frames = page.frames().filter((frame) => frame.parentFrame() !== null);
  const all = frames.slice(0, mostFrames).map((frame) => frame.evaluate(places).catch(() => ''));
  return (await Promise.all(all)).join('; ');
}

/** Waits until the widget has a size that fits, since its layout may follow the window late; at most so many ms. Returns its last size. */
export async function awaitBox(page: Page, fits: (box: Box) => boolean, mostMs: number): Promise<Box | undefined> {
  const untilMs = Date.now() + mostMs;
  let box = await widgetBox(page);
  while ((!box || !fits(box)) && Date.now() < untilMs) {
    await delay(stepMs);
    box = await widgetBox(page);
  }
  return box;
}
