import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { ExchangeLine, Line } from '../../../traffic/journal/journalTypes.ts';
import type { Statement } from '../../../traffic/requirements/statements.ts';

/** What the page of a run is written from. */
export interface RunReport {
  verdict: Verdict;
  /** The lines of the journal; none if it cannot be read any more. */
  lines: readonly Line[];
  exchanges: ReadonlyMap<string, ExchangeLine>;
  /** The pictures and traces of visits to pages that lie beside the report, as the journal names them. */
  files?: ReadonlySet<string>;
  /** What each requirement rests on. */
  statements: Readonly<Record<string, Statement>>;
}
