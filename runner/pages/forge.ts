import type { Page } from '@playwright/test';
import type { PageEvent } from '../../traffic/journal/journalTypes.ts';

/** What a forger knows: the checkout, and the messages and events that went by. */
interface Known {
  checkout: string;
  heard: readonly PageEvent[];
}

/** The most messages that went by and are sent again with another status. */
const mostHeard = 20;

/** How long a forged status may take to have an effect, ms. */
const effectMs = 600;

/** Runs in the page around the widget: tries every way in which such a page could tell the widget, or its own listeners, of a status. */
const forging = `(async ({ checkout, heard, effectMs }) => {
  const status = 'SUCCESS';
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
  await new Promise((done) => setTimeout(done, effectMs));
  for (const name of ['status', 'data-status', 'checkout']) element.removeAttribute(name);
  return tries;
})`;

const forgedFrom = (value: string) =>
  value.replace(/\b(?:NEW|REQUEST_CREATED|PAYMENT_DETECTED|WAITING_PAYMENT|PENDING_PAYMENT)\b/g, 'SUCCESS');

/** Tries to forge the status SUCCESS into the widget and out of it; returns what was tried, in words. */
export async function forge(page: Page, { checkout, heard }: Known): Promise<string[]> {
  const messages = heard.filter(({ ours }) => ours !== true).map(({ value }) => forgedFrom(value));
  const given = { checkout, effectMs, heard: [...new Set(messages)].slice(-mostHeard) };
  const tried: unknown = await page.evaluate(`${forging}(${JSON.stringify(given)})`).catch(() => []);
  return Array.isArray(tried) ? tried.map(String) : [];
}
