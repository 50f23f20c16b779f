import type { Statement } from '../../../traffic/requirements/statements.ts';
import { html, type Markup } from './markup.ts';

/** A row of a table of interface.md, without its lines. */
const spoken = (quote: string) => quote.replaceAll(' | ', ' · ');

/** Quotes what a requirement rests on; undefined if nobody has said it. */
export function says(statement: Statement | undefined): Markup | undefined {
  if (statement === undefined) return undefined;
  return 'words' in statement
    ? html`<div class="says"><p>${statement.words}</p><cite>A norm of the industry. interface.md does not state it.</cite></div>`
    : html`<div class="says">${statement.quotes.map(
        (quote) => html`<blockquote>“${spoken(quote)}”</blockquote>`,
      )}<cite>interface.md § ${statement.section}</cite></div>`;
}
