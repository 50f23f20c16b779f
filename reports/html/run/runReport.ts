import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';
import type { Statement } from '../../../traffic/requirements/statements.ts';
import type { ShownExchange } from '../page/exchangeView.ts';

/** What the page of a run is written from. */
export interface RunReport {
  verdict: Verdict;
  /** The lines of the journal; none if it cannot be read any more. */
  lines: readonly Line[];
  exchanges: ReadonlyMap<string, ExchangeLine>;
  /** What is shown for the ids that name no exchange of a run: the calls and requests of a client. */
  shown?: ReadonlyMap<string, readonly ShownExchange[]>;
  /** The pictures and traces of visits to pages that lie beside the report, as the journal names them. */
  files?: ReadonlySet<string>;
  /** What each requirement rests on. */
  statements: Readonly<Record<string, Statement>>;
}
