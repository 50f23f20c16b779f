import { followLayout, type Layout } from './layout.ts';
import { h } from './markup.ts';
import { type FromFrame, hearFrame, send } from './messages.ts';
import { base, settings } from './settings.ts';

/** What the widget's element does with news of its frame. */
export interface Telling {
  readonly changed: (checkout: unknown) => void;
}

const WEB = /^https?:\/\//i;

/** A frame is never higher than this, whatever it says. */
const MAX_HEIGHT_PX = 5000;

/** Shows a checkout in a frame of the service, which nothing around it can read or change. Returns how to end it. */
export function embed(host: HTMLElement, root: Node, telling: Telling & { readonly id: string }): () => void {
  const frame = h('iframe', {
    title: 'Payment',
    sandbox: settings.sandbox,
    referrerpolicy: 'no-referrer',
    allow: 'clipboard-write',
    scrolling: 'no',
    src: `${base}checkout/${encodeURIComponent(telling.id)}/frame#${location.origin}`,
  });
  // Nothing is seen of a frame that its service does not fill.
  Object.assign(frame.style, { display: 'block', border: '0', width: '100%', height: '0', visibility: 'hidden' });
  let layout: Layout = 'desktop';
  let isReady = false;
  const tellLayout = (): void => {
    const { contentWindow } = frame;
    if (isReady && contentWindow) send(contentWindow, { kind: 'layout', layout }, new URL(base).origin);
  };
  const stopHearing = hearFrame(frame, (message) => {
    if (message.kind === 'ready') {
      isReady = true;
      frame.style.visibility = 'visible';
      tellLayout();
    } else hear({ host, frame, stopLayout }, message, telling);
  });
  const stopLayout = followLayout(host, (next) => {
    layout = next;
    tellLayout();
  });
  root.appendChild(frame);
  return () => {
    stopHearing();
    stopLayout();
    frame.remove();
  };
}

/** The statuses that the script of the page has told, of any checkout. */
const told: unknown[] = [];

/** True for a status that the elements of the page tell. */
function isToBeTold(checkout: unknown): boolean {
  const { status } = checkout as { readonly status: unknown };
  const isRepeated = settings.tells === 'otherThanLast' ? told.at(-1) === status : told.includes(status);
  told.push(status);
  return (
    settings.tells === 'each' || !isRepeated || (settings.tells === 'firstRequest' && status !== 'REQUEST_CREATED')
  );
}

type Place = { readonly host: HTMLElement; readonly frame: HTMLIFrameElement; readonly stopLayout: () => void };

function hear({ host, frame, stopLayout }: Place, message: FromFrame, { changed }: Telling): void {
  if (message.kind === 'height' && Number.isFinite(message.px)) {
    frame.style.height = `${Math.min(MAX_HEIGHT_PX, Math.max(0, Math.ceil(message.px)))}px`;
  } else if (message.kind === 'changed') {
    if (settings.laterPx !== settings.widthPx) host.style.width = `${settings.laterPx}px`;
    if (settings.mobileWhen === 'unchanged') stopLayout();
    if (isToBeTold(message.checkout)) changed(message.checkout);
  } else if (message.kind === 'leave' && WEB.test(message.url)) location.assign(message.url);
}
