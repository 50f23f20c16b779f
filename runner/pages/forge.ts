import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { PageEvent } from '../../traffic/journal/journalTypes.ts';

/** What a forger knows: the checkout, and the messages and events that went by. */
interface Known {
  checkout: string;
  heard: readonly PageEvent[];
  /** The status that is forged. */
  status: string;
}

/** The most messages that went by and are sent again with another status. */
const mostHeard = 20;

/** How long a forged status may take to have an effect, ms. */
const effectMs = 600;

/** Runs in the page around the widget: tries every way in which such a page could tell the widget, or its own listeners, of a status. */
const forging = `(({ checkout, heard, status }) => {
  const record = { id: checkout, status, type: 'FIXED_PRICE', request: { status, paidAmount: 1 } };
  const messages = [
    record,
    { type: 'statusChanged', status, id: checkout, checkout: record, data: record, detail: record, payload: record },
    { event: 'statusChanged', name: 'statusChanged', status, value: record, checkout: record },
    ...heard.flatMap((text) => { try { return [JSON.parse(text)]; } catch { return []; } }),
  ];
  const element = document.querySelector('app-widget');
  const tries = [];
  const attempt = (what, run) => { try { run(); tries.push(what); } catch {} };
  attempt('attributes', () => {
    element.setAttribute('status', status);
    element.setAttribute('data-status', status);
    element.setAttribute('checkout', JSON.stringify(record));
  });
  attempt('properties', () => {
    for (const [name, value] of Object.entries({ status, checkout: record, data: record, state: record })) {
      try { element[name] = value; } catch {}
    }
  });
  attempt('an event on the element', () => {
    const event = new CustomEvent('statusChanged', { detail: record, bubbles: true });
    window.assayOwn.add(event);
    element.dispatchEvent(event);
  });
  attempt('messages to the page', () => {
    for (const one of messages) for (const form of [one, JSON.stringify(one)]) window.postMessage(form, '*');
  });
  attempt('messages to its frames', () => {
    for (let at = 0; at < window.frames.length; at += 1)
      for (const one of messages) for (const form of [one, JSON.stringify(one)]) window.frames[at].postMessage(form, '*');
  });
  attempt('messages from another frame', () => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    const list = JSON.stringify(messages).replaceAll('<', '\\\\u003c');
    frame.srcdoc = '<script>for (const one of ' + list + ') for (const form of [one, JSON.stringify(one)]) {' +
      ' parent.postMessage(form, "*"); for (let at = 0; at < parent.frames.length; at += 1) parent.frames[at].postMessage(form, "*"); }<' + '/script>';
    frame.sandbox = 'allow-scripts';
    document.body.append(frame);
  });
  return { tries, messages };
})`;

/** As much of a frame's element as a page needs to talk to it. */
interface FrameElement {
  contentWindow?: { postMessage(message: unknown, origin: string): void };
}

/** Sends messages into the frames of a page, wherever their elements stand: those in a shadow root are not among the frames of the window. */
async function intoFrames(page: Page, messages: readonly unknown[]): Promise<void> {
  for (const frame of page.frames().filter((one) => one.parentFrame() === page.mainFrame())) {
    const element = await frame.frameElement().catch(() => undefined);
    const send = ({ contentWindow }: FrameElement, all: readonly unknown[]) => {
      for (const one of all) for (const form of [one, JSON.stringify(one)]) contentWindow?.postMessage(form, '*');
    };
    await element?.evaluate(send as never, messages as never).catch(() => undefined);
  }
}

/** Takes the forged attributes away again. */
const tidying = `(() => {
  const element = document.querySelector('app-widget');
  for (const name of ['status', 'data-status', 'checkout']) element?.removeAttribute(name);
})()`;

const forgedFrom = (value: string, status: string) =>
  value.replace(/\b(?:NEW|REQUEST_CREATED|PAYMENT_DETECTED|WAITING_PAYMENT|PENDING_PAYMENT)\b/g, status);

interface Forged {
  tries: string[];
  messages: unknown[];
}

/** Tries to forge a status into the widget and out of it; returns what was tried, in words. */
export async function forge(page: Page, { checkout, heard, status }: Known): Promise<string[]> {
  const messages = heard.filter(({ ours }) => ours !== true).map(({ value }) => forgedFrom(value, status));
  const given = { checkout, status, heard: [...new Set(messages)].slice(-mostHeard) };
  const forged = (await page.evaluate(`${forging}(${JSON.stringify(given)})`).catch(() => undefined)) as
    | Forged
    | undefined;
  if (!forged) return [];
  await intoFrames(page, forged.messages);
  await delay(effectMs);
  await page.evaluate(tidying).catch(() => undefined);
  return [...forged.tries, 'messages into its own frame'];
}
