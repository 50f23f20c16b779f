import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import type { Body, DeliveryLine, ExchangeLine, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { scriptWriter } from '../../run/exchangeScripts.ts';
import { exchangeView, type ShownExchange } from '../page/exchangeView.ts';
import { type Marks, marksOf } from '../page/marks.ts';
import { html, type Markup, type Part, wholeText } from '../page/markup.ts';
import { command, disclosure } from '../page/parts.ts';
import { pageView } from './pageView.ts';
import type { RunReport } from './runReport.ts';
import { validTwin } from './validTwin.ts';
import { webhooksIn, webhookView } from './webhookView.ts';

/** The most markup of exchanges on one page, and the most exchanges of one requirement. */
const [mostUnits, mostShown] = [500_000, 4];

/** The most traces of one requirement that are only linked. */
const mostTraces = 20;

/** The longest script that is shown; the folder of the run has it whole. */
const mostScript = 12_000;

const textOf = (body: Body | undefined) =>
  body?.text ?? (body?.base64 === undefined ? '' : `${body.bytes} bytes that are no text`);

/** Why an exchange was made, in words. */
const purposes: Readonly<Record<ExchangeLine['purpose'], string>> = {
  probe: 'asked by the test',
  control: 'a valid request',
  defect: 'the request with the defect',
  confirm: 'asked again to confirm',
  look: 'a read to see the effect',
  reread: 'a later read to explain it',
  sweep: 'a read at the end of the run',
};

function shownOf({ id, request, answer, failure, purpose, sentAt }: ExchangeLine): ShownExchange {
  const { method, path, headers, body } = request;
  return {
    name: `Exchange ${id}`,
    note: `${purposes[purpose]}, sent ${sentAt.slice(11, 23)} UTC`,
    request: { method, path, headers, body: textOf(body) },
    ...(answer && { answer: { ...answer, body: textOf(answer.body) } }),
    failure: failure?.message,
  };
}

/** Returns the exchanges that show the faults of a requirement, those that decide last in each finding first. */
function deciding({ findings }: RequirementVerdict): string[] {
  const last = findings.slice(0, 3).map(({ exchanges }) => exchanges.slice(-3));
  const ids = [...new Set(last.flat())];
  return ids.slice(0, mostShown);
}

/** Shows exchanges as evidence, within one bound for the whole page. */
export class Evidence {
  readonly #report: RunReport;
  readonly #scriptOf: (line: ExchangeLine) => string;
  readonly #pages: ReadonlyMap<string, PageLine>;
  readonly #webhooks: ReadonlyMap<string, DeliveryLine>;
  #left = mostUnits;

  constructor(report: RunReport) {
    this.#report = report;
    this.#scriptOf = scriptWriter(report, report.verdict);
    this.#webhooks = webhooksIn(report.lines);
    this.#pages = new Map(report.lines.flatMap((line) => (line.kind === 'page' ? [[line.id, line] as const] : [])));
  }

  /** Shows the exchanges of a requirement's faults; says where to find those that have no room. */
  of(requirement: RequirementVerdict): Part {
    const ids = deciding(requirement);
    const marks = marksOf(requirement.findings);
    const views = ids.map((id) => this.#viewsOf(id, marks).filter((view) => this.#isFitting(view)));
    const all = new Set(requirement.findings.flatMap(({ exchanges }) => exchanges));
    const more = all.size - views.filter(({ length }) => length > 0).length;
    return [
      views,
      this.#tracesOf([...all].filter((id) => !ids.includes(id))),
      more > 0 &&
        html`<p class="note">${more} more of its exchanges and webhooks are in the journal, in the folder of the run.</p>`,
    ];
  }

  #viewsOf(id: string, marks: Marks): Markup[] {
    const { exchanges, files, shown } = this.#report;
    const [line, page, webhook] = [exchanges.get(id), this.#pages.get(id), this.#webhooks.get(id)];
    if (page) return [pageView(page, (file) => files?.has(file) ?? false)];
    if (line) return [this.#view(line, marks)];
    if (webhook) return [webhookView(webhook, marks)];
    return (shown?.get(id) ?? []).map((one) => exchangeView(one, marks));
  }

  /** True for a view that still has room; nothing has any more after the first one without. */
  #isFitting({ text }: Markup): boolean {
    const isFitting = text.length <= this.#left;
    this.#left = isFitting ? this.#left - text.length : 0;
    return isFitting;
  }

  /** Links to the traces of visits that have no room of their own. */
  #tracesOf(ids: readonly string[]): Part {
    const traces = ids.flatMap((id) => this.#pages.get(id)?.trace ?? []);
    const kept = traces.filter((trace) => this.#report.files?.has(trace)).slice(0, mostTraces);
    return kept.map((trace) => html`<p class="note">Another trace: <a href="${trace}">${trace}</a></p>`);
  }

  #view(line: ExchangeLine, marks: Marks): Markup {
    const twin = validTwin(line, this.#report.exchanges);
    if (!twin) return exchangeView(shownOf(line), marks, this.#curl(line));
    const isRequestLine = (text: string) => twin.different.has(text.replace(/,$/, ''));
    const note = html`<p class="note">Marked in the request: what differs from exchange ${twin.id}, which was accepted.</p>`;
    return exchangeView(shownOf(line), { ...marks, isRequestLine }, [note, this.#curl(line)]);
  }

  #curl(line: ExchangeLine): Markup {
    const script = this.#scriptOf(line);
    const text =
      script.length > mostScript ? `${script.slice(0, mostScript)}\n# cut here: the file has the rest` : script;
    return disclosure(
      'Send it again with curl',
      html`${command(`sh exchange-${line.id}.sh`)}<pre tabindex="0" role="group" aria-label="script">${wholeText(text)}</pre>`,
    );
  }
}
