import { createHash } from 'node:crypto';
import { html, type Markup, ownCode, type Part } from './markup.ts';
import type { Tone } from './parts.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** What a page shows: its verdict in one sentence, three answers on the first screen, facts, and sections. */
export interface Page {
  /** The title of the window. */
  title: string;
  tone: Tone;
  /** What kind of report this is, and on what. */
  kicker: string;
  headline: string;
  /** What changed, whose it is, and what to do now. */
  answers: { changed: Part; owner: Part; next: Part };
  facts: Markup;
  tally: Part;
  sections: readonly (Markup | undefined)[];
  /** The sections that the navigation names. */
  links: readonly { id: string; name: string; count?: number | undefined }[];
}

const hash = createHash('sha256').update(script).digest('base64');

/** Nothing is loaded, sent or run but what this file holds. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${hash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const answer = (title: string, body: Part) => html`<div class="answer"><h2>${title}</h2>${body}</div>`;

const navigation = (links: Page['links']) =>
  html`<nav aria-label="Sections"><ul>${links.map(
    ({ id, name, count }) =>
      html`<li><a href="#${id}">${name}${count !== undefined && html` <span class="count">${count}</span>`}</a></li>`,
  )}</ul></nav>`;

/** Writes a page as one file that needs nothing else. */
export function writePage({ title, tone, kicker, headline, answers, facts, tally, sections, links }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ownCode(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${ownCode(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top ${tone}">
<div class="inner">
<p class="kicker">${kicker}</p>
<h1>${headline}</h1>
<div class="answers">
${answer('What changed', answers.changed)}
${answer('Whose is it', answers.owner)}
${answer('What now', answers.next)}
</div>
</div>
</header>
<div class="summary"><div class="inner">${facts}${tally}</div></div>
${navigation(links)}
<main id="main" tabindex="-1">
${sections}
</main>
<footer><p>Written by Assay. This file needs no network; the run's folder holds the rest.</p></footer>
<script>${ownCode(script)}</script>
</body>
</html>
`.text;
}
