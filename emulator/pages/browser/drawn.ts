import { Drawing } from './drawing.ts';
import { followLayout } from './layout.ts';
import { LiveCheckout } from './live.ts';
import { hearParent, send } from './messages.ts';
import { ownDocument, settings } from './settings.ts';
import { styles } from './styles.ts';

/** What an element tells when the checkout that it draws changes. */
export interface DrawnCheckout {
  readonly id: string;
  readonly changed: (checkout: unknown) => void;
}

/** Where a service keeps what its last page showed, or what the last page of a checkout showed. */
const keyOf = (id: string): string => `app-widget-${settings.paintsFirst === 'own' ? id : 'last'}`;

const keeps = (status: string): boolean =>
  settings.paintsFirst === 'last' ||
  settings.paintsFirst === 'own' ||
  (settings.paintsFirst === 'lastWaiting' && status === 'REQUEST_CREATED');

/** Draws a checkout right in this document. Returns how to end it. */
export function draw(host: HTMLElement, root: ShadowRoot | HTMLElement, { id, changed }: DrawnCheckout): () => void {
  addStyles(root);
  const isFrame = ownDocument === 'frame';
  const tell = isFrame ? toParent() : undefined;
  const drawing = new Drawing((url) => (tell ? tell({ kind: 'leave', url }) : location.assign(url)));
  const live = new LiveCheckout(id, {
    shows: (view) => {
      if (keeps(view.status)) localStorage.setItem(keyOf(id), JSON.stringify(view));
      drawing.show(view);
      tell?.({ kind: 'ready' });
    },
    changed: (checkout) => (tell ? tell({ kind: 'changed', checkout }) : changed(checkout)),
    fails: (why) => drawing.fail(why),
  });
  drawing.actOn(live);
  root.append(drawing.root);
  const last = settings.paintsFirst === 'nothing' ? null : localStorage.getItem(keyOf(id));
  if (last !== null) drawing.show(JSON.parse(last));
  const stopLayout = isFrame
    ? framed(drawing, host)
    : followLayout(host, (layout) => {
        drawing.root.dataset['layout'] = layout;
      });
  void live.follow();
  return () => {
    stopLayout();
    live.close();
    drawing.close();
    drawing.root.remove();
  };
}

/** Sends to the page around this frame; its origin stands behind the # of our address, and the browser holds us to it. */
function toParent() {
  const origin = decodeURIComponent(location.hash.slice(1));
  return (message: Parameters<typeof send>[1]): void => {
    // biome-ignore lint/plugin/canParse: the browser runs this, not Node.
    if (parent !== window && URL.canParse(origin)) send(parent, message, origin);
  };
}

/** Fits a drawing into the frame that the page around it gives. Returns how to end it. */
function framed(drawing: Drawing, host: HTMLElement): () => void {
  const tell = toParent();
  host.style.display = 'block';
  drawing.root.dataset['layout'] = 'desktop';
  hearParent((message) => {
    if (message.kind === 'layout') drawing.root.dataset['layout'] = message.layout === 'mobile' ? 'mobile' : 'desktop';
    else if (message.kind === 'status' && settings.obeys.includes(message.status)) drawing.pretend(message.status);
  });
  const watcher = new ResizeObserver(() => tell({ kind: 'height', px: drawing.root.offsetHeight }));
  watcher.observe(drawing.root);
  return () => watcher.disconnect();
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

function addStyles(root: ShadowRoot | HTMLElement): void {
  const places: (Document | ShadowRoot)[] = root instanceof ShadowRoot ? [root] : [];
  // The styles of a page around the card are those of the service's own pages alone.
  if (ownDocument === 'page') document.documentElement.classList.add('aw-page');
  if (ownDocument === 'page' || places.length === 0) places.push(document);
  for (const place of places) {
    const others = place.adoptedStyleSheets.filter((one) => one !== sheet);
    place.adoptedStyleSheets = [...others, sheet];
  }
}
