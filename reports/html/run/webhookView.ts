import type { DeliveryLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { bodyView } from '../page/exchangeView.ts';
import type { Marks } from '../page/marks.ts';
import { clip, html, type Markup, wholeText } from '../page/markup.ts';

/** The headers that the interface says something about. */
const judged = /^(?:content-type|x-payload-digest|date|content-encoding)$/i;

/** The longest line of a header, and the most headers. */
const [mostLine, mostHeaders] = [300, 10];

/** Returns the webhooks of a run by their ids, those of earlier runs too. */
export const webhooksIn = (lines: readonly Line[]): ReadonlyMap<string, DeliveryLine> => {
  const all = lines.flatMap((line) =>
    line.kind === 'delivery' ? [line] : line.kind === 'experiment' ? line.deliveries : [],
  );
  return new Map(all.map((line) => [line.id, line]));
};

function digestWords({ present, fault }: DeliveryLine['digest']): string {
  if (!present) return 'without a digest';
  return fault === undefined ? 'its digest is right' : 'its digest is wrong';
}

function answerWords(answer: DeliveryLine['answer']): string {
  if ('status' in answer) return `Assay answered ${answer.status}`;
  return 'reset' in answer ? 'Assay closed its connection' : 'Assay answered slowly';
}

/** Shows a webhook as it was received: what it says of itself, its body, and the lines that the fault is about. */
export function webhookView({ id, webhook, request, digest, receivedAt, answer }: DeliveryLine, marks: Marks): Markup {
  const { method, headers, body, source } = request;
  const text = body.text ?? (body.base64 === undefined ? '' : `${body.bytes} bytes that are no text`);
  const shown = headers
    .filter(([name]) => judged.test(name))
    .slice(0, mostHeaders)
    .map(([name, value]) => clip(`${name}: ${value}`, mostLine));
  return html`<div class="exchange">
<h4>Webhook ${id} <span class="note">${webhook ?? 'kind unknown'}, received ${receivedAt.slice(11, 23)} UTC from ${clip(source, 100)}, ${digestWords(digest)}, ${answerWords(answer)}</span></h4>
<div class="side"><h5>As received</h5><p class="start">${clip(method, 20)}</p>${
    shown.length > 0 && html`<pre tabindex="0" role="group" aria-label="headers">${wholeText(shown.join('\n'))}</pre>`
  }${bodyView(text, marks.isAnswerLine)}</div>
</div>`;
}
