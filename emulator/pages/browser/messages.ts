import { base, settings } from './settings.ts';

/** What the frame of the widget tells the page around it. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'changed'; readonly checkout: unknown }
  | { readonly kind: 'leave'; readonly url: string };

/** What the page around the widget tells its frame. */
export type ToFrame =
  | { readonly kind: 'layout'; readonly layout: 'desktop' | 'mobile' }
  | { readonly kind: 'status'; readonly status: string };

const MARK = 'app-widget';

type Marked = { readonly [MARK]?: unknown };

const contentOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? (data as Marked)[MARK] : undefined;

/** Sends a message to one window, for pages of one origin alone. */
export const send = (to: Window, message: FromFrame | ToFrame, origin: string): void =>
  to.postMessage({ [MARK]: message }, origin);

/** Hears the messages of the widget's own frame; those of any other window are nobody's. Returns how to stop. */
export function hearFrame(frame: HTMLIFrameElement, hear: (message: FromFrame) => void): () => void {
  const origin = new URL(base).origin;
  const listener = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
    const isSent = source === frame.contentWindow || settings.trusts === 'service';
    const isOwn = isSent && from === origin;
    const message = contentOf(data);
    if (message !== undefined && (isOwn || settings.trusts === 'anyone')) hear(message as FromFrame);
    else if (settings.trusts === 'anyone' && statusIn(data) !== undefined) hear({ kind: 'changed', checkout: data });
  };
  addEventListener('message', listener);
  return () => removeEventListener('message', listener);
}

/** Hears what the page around a frame says, which changes nothing but the layout. */
export function hearParent(hear: (message: ToFrame) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const message = contentOf(data);
    const status = settings.obeys.length > 0 ? statusIn(data) : undefined;
    if (status !== undefined) hear({ kind: 'status', status });
    else if (message !== undefined && source === parent) hear(message as ToFrame);
  });
}

/** The first status anywhere in a message, which only a careless service looks for. */
function statusIn(data: unknown): string | undefined {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return /"status":\s*"([A-Z_]+)"/.exec(text ?? '')?.[1];
}
