import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** The size of a widget, in CSS pixels. */
export interface Box {
  width: number;
  height: number;
}

/** The pause between two looks at the size, ms. */
const stepMs = 80;

/** Returns the size of the widget: of its element, or of what is in it if the element itself has none. */
export async function widgetBox(page: Page): Promise<Box | undefined> {
  const whole = page.locator('app-widget').first();
  const inside = whole.locator('css=*').first();
  for (const one of [whole, inside]) {
    const box = await one.boundingBox({ timeout: 1_000 }).catch(() => null);
    if (box && box.width > 0) return { width: Math.round(box.width), height: Math.round(box.height) };
  }
  return undefined;
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
