import type { PageLine } from '../../../traffic/journal/journalTypes.ts';
import { clip, html, type Markup, type Part, wholeText } from '../page/markup.ts';
import { command, disclosure } from '../page/parts.ts';

/** The bounds of what is shown of one visit: its requests and console lines, and the characters of a line and of the last look. */
const [mostRows, mostLine, mostLook] = [30, 200, 4_000];

const lines = (name: string, texts: readonly string[]): Part =>
  texts.length > 0 &&
  disclosure(
    `${texts.length} ${name}`,
    html`<pre tabindex="0" role="group" aria-label="${name}">${wholeText(
      texts
        .slice(0, mostRows)
        .map((text) => clip(text, mostLine))
        .join('\n'),
    )}</pre>`,
  );

const requestLine = ({ method, url, status, failure }: PageLine['requests'][number]) =>
  `${method} ${url} ${status ?? failure ?? 'no answer'}`;

/** Links to the picture and the trace of a visit, which lie beside the report. */
function files({ screenshot, trace }: PageLine, isKept: (file: string) => boolean): Part {
  return [
    screenshot !== undefined &&
      isKept(screenshot.file) &&
      html`<p><a href="${screenshot.file}">What it looked like at the end</a></p>`,
    trace !== undefined &&
      isKept(trace) &&
      html`<p><a href="${trace}">Its trace</a>, step by step:</p>${command(`npx playwright show-trace ${trace}`)}`,
  ];
}

/** Shows a visit to a page as evidence: where, what it showed last, what it asked for, its picture and its trace. */
export function pageView(page: PageLine, isKept: (file: string) => boolean): Markup {
  const { id, address, status, failure, openedAt, looks, requests, console: said, events, led } = page;
  const last = looks.at(-1);
  const told = events.map(({ name, value, ours }) => `${name}${ours ? ' (made by Assay)' : ''} ${value}`);
  return html`<div class="exchange"><h4>Page ${id}</h4><p class="note">opened ${openedAt.slice(11, 23)} UTC at ${clip(address, mostLine)}, ${
    status === undefined ? clip(failure ?? 'no answer', mostLine) : `status ${status}`
  }</p>${files(page, isKept)}${
    last &&
    disclosure(
      `What people saw after “${clip(last.step, 60)}”`,
      html`<pre tabindex="0" role="group" aria-label="what people saw">${wholeText(clip(last.seen.replaceAll(/ \[ref=\w+\]/g, ''), mostLook))}</pre>`,
    )
  }${lines('requests', requests.map(requestLine))}${lines('errors', said)}${lines('events', told)}${lines('addresses that it led to', led)}</div>`;
}
