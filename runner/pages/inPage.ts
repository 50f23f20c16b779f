import type { PageEvent } from '../../traffic/journal/journalTypes.ts';

/**
 * Opens every shadow root to Playwright, whose scripts stand apart from those of the page. The page's own scripts still see a closed one as closed.
 */
export const opensShadows = `(() => {
  const attach = Element.prototype.attachShadow;
  const closed = new WeakSet();
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach.call(this, { ...options, mode: 'open' });
    if (options && options.mode === 'closed') closed.add(this);
    return root;
  };
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
  Object.defineProperty(Element.prototype, 'shadowRoot', {
    ...own,
    get() { return closed.has(this) ? null : own.get.call(this); },
  });
})();`;

/** The name of the function through which a page tells the run of events and messages. */
export const tellName = 'assayTells';

/** The name of the function that lets an element of a widget listen. */
const hearName = 'assayHears';

/** Returns who made an event, and the element that emitted it, as a page told of it. */
export function aboutEvent(about: unknown): Pick<PageEvent, 'at' | 'from' | 'heard' | 'ours'> {
  const { ours, at, from, heard } = (typeof about === 'object' && about !== null ? about : {}) as Record<
    string,
    unknown
  >;
  return {
    ...(typeof at === 'string' && at !== '' && { at: at.slice(0, 200) }),
    ...(typeof from === 'string' && { from: from.slice(0, 200) }),
    ...(typeof heard === 'boolean' && { heard }),
    ...(ours === true && { ours }),
  };
}

/** Tells the run of each message that arrives in any frame. */
export const tellsMessages = `window.addEventListener('message', (event) => {
  try { window.${tellName}('message', JSON.stringify(event.data), { ours: location.origin === window.origin && event.data && event.data.assayForges === true }); } catch {}
}, true);`;

/** Makes a copy of an event's own properties that JSON can hold. */
const copyOf = `const copyOf = (event) => {
  const all = {};
  for (const key in event) if (!(key in Event.prototype)) all[key] = event[key];
  const seen = new Set();
  return JSON.stringify(all, (key, value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value === window || value instanceof Node || seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
};`;

/**
 * Tells the run of each status that the widget announces, and whether the widget's element heard it itself; events that the run itself made are marked. What
 * the element hears is known when the event has been everywhere.
 */
const tellsEvents = `(() => {
  ${copyOf}
  const told = new WeakSet();
  const by = new WeakMap();
  let [isHearing, elements] = [false, 0];
  window.assayOwn = new WeakSet();
  const tell = (event) => {
    if (told.has(event)) return;
    told.add(event);
    const [value, target, ours] = [copyOf(event), event.target && event.target.id, window.assayOwn.has(event)];
    const canHear = isHearing;
    queueMicrotask(() => {
      const heard = by.has(event) || (canHear ? false : undefined);
      try { window.${tellName}('statusChanged', value, { ours, heard, at: target, ...by.get(event) }); } catch {}
    });
  };
  window.${hearName} = (element) => {
    elements += 1;
    const from = performance.timeOrigin + ' ' + elements;
    element.addEventListener('statusChanged', (event) => {
      by.set(event, { at: element.id || undefined, from });
      tell(event);
    });
  };
  document.addEventListener('statusChanged', tell, true);
  document.addEventListener('DOMContentLoaded', () => {
    for (const one of document.querySelectorAll('app-widget')) window.${hearName}(one);
    isHearing = true;
  });
})();`;

/** Takes the widget of a checkout away from a merchant's page that is loaded, and places another one, which has its id before or gets it later. */
const placing = (checkout: string, isNamedLate: boolean): string => `(async () => {
  document.getElementById(${JSON.stringify(checkout)})?.remove();
  const element = document.createElement('app-widget');
  const name = () => { element.id = ${JSON.stringify(checkout)}; };
  if (!${isNamedLate}) name();
  window.${hearName}(element);
  document.querySelector('#column').append(element);
  await new Promise((done) => setTimeout(done));
  name();
})()`;

/** Moves the widget of a checkout, at once or by way of nowhere, into a place of the page that is hidden at first. */
const moving = (checkout: string, isTakenAway: boolean): string => `(async () => {
  const element = document.getElementById(${JSON.stringify(checkout)});
  const place = document.createElement('div');
  place.style.display = 'none';
  document.querySelector('#column').append(place);
  if (${isTakenAway}) {
    element.remove();
    await new Promise((done) => setTimeout(done, 50));
  }
  place.append(element);
  await new Promise((done) => setTimeout(done, 50));
  place.style.display = '';
})()`;

/** What a merchant's script does with the widget of a checkout, by the name of the look afterwards. In the end, the widget is to show its checkout. */
export const placings = {
  'placed late': (checkout: string) => placing(checkout, false),
  'placed again': (checkout: string) => placing(checkout, false),
  'placed before its id was set': (checkout: string) => placing(checkout, true),
  moved: (checkout: string) => moving(checkout, false),
  'taken away and put back': (checkout: string) => moving(checkout, true),
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes a merchant's page with the widgets of some checkouts in it (§ Crypto acquiring, embedded widget flow). */
export const shopPage = (host: string, ...checkouts: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<script>${tellsEvents}</script></head>
<body><div id="column">${checkouts.map((id) => `<app-widget id="${escaped(id)}"></app-widget>`).join('\n')}</div>
<script src="${escaped(`${host}/widget.js`)}"></script></body></html>`;

/** Changes a page so that its browser tells nobody where it is. */
export const hushed = (html: string): string =>
  html.replace('<head>', '<head><meta name="referrer" content="no-referrer">');

/** Changes a page so that its browser tells everybody its whole address. */
export const told = (html: string): string =>
  html.replace('<head>', '<head><meta name="referrer" content="unsafe-url">');

/** Writes a page that shows another page in a frame; with the permissions of a sandbox, the page in it has no origin. */
export const framePage = (address: string, sandbox?: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Frame</title></head>
<body><iframe title="frame" src="${escaped(address)}"${sandbox === undefined ? '' : ` sandbox="${escaped(sandbox)}"`} width="700" height="700"></iframe></body></html>`;
