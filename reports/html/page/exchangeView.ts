import type { Marks } from './marks.ts';
import { clip, html, type Markup, type Part, wholeText } from './markup.ts';
import { disclosure } from './parts.ts';
import { excerptOf, prettyLines } from './prettyBody.ts';

type Headers = readonly (readonly [string, string])[];

/** One request and its answer, as a page shows them. */
export interface ShownExchange {
  name: string;
  /** What is to be known about it: when it was sent, why. */
  note: string;
  request: { method: string; path: string; headers: Headers; body: string; exact?: string };
  /** True for a line of a protocol of our own, whose members no fault is about. */
  isEnvelope?: boolean;
  /** The status is a text where the answer was not one of HTTP. */
  answer?: { status: number | string; headers: Headers; body: string };
  failure?: string | undefined;
}

/** The bounds of one body: its lines, and the characters of a line. */
const [mostLines, mostLineUnits] = [70, 300];
const mostHeaders = 40;

/** Members of the envelope that hold what a fault is about. */
const envelope = /^ {2}"(?:id|do|operation|version|path|query|headers|body|event|value|error)":/;

/** Marks nothing of the envelope itself. */
const withinEnvelope = (marks: Marks): Marks => ({
  ...marks,
  isRequestLine: (line) => !envelope.test(line) && marks.isRequestLine(line),
  isAnswerLine: (line) => !envelope.test(line) && marks.isAnswerLine(line),
});

/** Shows a body as it was sent, since its signature or digest is over that. */
const exactView = (exact: string | undefined): Part =>
  exact !== undefined &&
  disclosure('Exact bytes', html`<pre tabindex="0" role="group" aria-label="exact bytes">${wholeText(exact)}</pre>`);

/** Shows a body with the lines marked that a fault is about, and an excerpt of a long one. */
export function bodyView(body: string, isMarked: (line: string) => boolean): Markup {
  if (body === '') return html`<p class="none">no body</p>`;
  const { parts, left } = excerptOf(prettyLines(body), { isMarked, most: mostLines });
  const gap = (count: number) => count > 0 && html`<span class="gap">⋮ ${count} more lines\n</span>`;
  const line = ({ text, isMarked: is }: { text: string; isMarked: boolean }) => {
    const own = wholeText(`${clip(text, mostLineUnits)}\n`);
    return is ? html`<mark>${own}</mark>` : own;
  };
  return html`<pre tabindex="0" role="group" aria-label="body">${parts.map(
    (part) => html`${gap(part.skipped)}${part.lines.map(line)}`,
  )}${gap(left)}</pre>`;
}

const headerView = (headers: Headers): Part =>
  headers.length > 0 &&
  disclosure(
    `${headers.length} headers`,
    html`<pre tabindex="0" role="group" aria-label="headers">${wholeText(
      headers
        .slice(0, mostHeaders)
        .map(([name, value]) => clip(`${name}: ${value}`, mostLineUnits))
        .join('\n'),
    )}</pre>`,
  );

function answerView({ answer, failure }: ShownExchange, marks: Marks): Markup {
  if (!answer) return html`<p class="start">no answer</p><p>${clip(failure ?? '', 400)}</p>`;
  const { status, headers, body } = answer;
  const start = typeof status === 'number' && marks.isStatus(status) ? html`<mark>${status}</mark>` : status;
  return html`<p class="start">${start}</p>${headerView(headers)}${bodyView(body, marks.isAnswerLine)}`;
}

/** Shows a request and its answer side by side, with the lines marked that the fault is about. `more` comes below. */
export function exchangeView(shown: ShownExchange, given: Marks, more?: Part): Markup {
  const { name, note, request, isEnvelope } = shown;
  const marks = isEnvelope ? withinEnvelope(given) : given;
  return html`<div class="exchange">
<h4>${name} <span class="note">${note}</span></h4>
<div class="sides">
<div class="side"><h5>Request</h5><p class="start">${request.method} ${clip(request.path, 400)}</p>${headerView(request.headers)}${bodyView(
    request.body,
    marks.isRequestLine,
  )}${exactView(request.exact)}</div>
<div class="side"><h5>Answer</h5>${answerView(shown, marks)}</div>
</div>
${more}</div>`;
}
