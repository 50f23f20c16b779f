import { createHash } from 'node:crypto';
import type { Answer } from '../domain/httpMessages.ts';
import type { Rules } from '../rules/index.ts';

/** What a document of the service is for: the hosted page, the frame of the widget, or a page that says that there is nothing. */
interface DocumentParts {
  readonly title: string;
  /** The path from the document to the folder with widget.js. */
  readonly up: string;
  readonly kind: 'page' | 'frame';
  readonly checkoutId: string;
  /** The sources that may frame the document. */
  readonly framedBy: readonly string[];
}

/** The styles of documents themselves; those of the checkout come with the script. */
const STYLE =
  ':root{color-scheme:light dark}html[data-app-widget=frame],html[data-app-widget=frame] body{background:transparent}body{margin:0;font:16px/1.5 system-ui,sans-serif}.app-widget-note{margin:4rem auto;max-width:26rem;padding:0 1.25rem;text-align:center}';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The document in which the script draws one checkout. */
export function checkoutDocument(rules: Rules, { title, up, kind, checkoutId, framedBy }: DocumentParts): Answer {
  const id = escaped(checkoutId);
  const element = `<app-widget id="${id}"></app-widget>`;
  const body = `${kind === 'page' ? `<main>${element}</main>` : element}<noscript><p class="app-widget-note">This page needs JavaScript.</p></noscript>`;
  const script = `<script src="${up}widget.js" defer></script>`;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    text: documentText({ kind, language: rules.pageLanguage(), title: titleOf(rules, title), head: script, body }),
    headers: headersOf(rules, framedBy),
  };
}

/** A page that says that there is nothing to pay. */
export const absentDocument = (rules: Rules, status: number): Answer => ({
  status,
  contentType: 'text/html; charset=utf-8',
  text: documentText({
    kind: 'page',
    language: 'en',
    title: 'Not available',
    head: '',
    body: '<main class="app-widget-note"><h1>Not available</h1><p>There is no such checkout. Ask the shop for a new payment link.</p></main>',
  }),
  headers: headersOf(rules, []),
});

/** The title of a document as it stands in its text. */
const titleOf = (rules: Rules, title: string): string =>
  rules.textShownAs('title', title) === 'markup' ? title : escaped(title);

const documentText = (of: { kind: string; language: string; title: string; head: string; body: string }): string =>
  [
    `<!doctype html><html lang="${of.language}" data-app-widget="${of.kind}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${of.title}</title><style>${STYLE}</style>${of.head}</head><body>${of.body}</body></html>`,
  ].join('');

function headersOf(rules: Rules, framedBy: readonly string[]): Record<string, string> {
  const framing = framedBy.length === 0 ? "'none'" : framedBy.join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framing}`,
  ].join('; ');
  return {
    'content-security-policy': rules.pagePolicy(policy),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
