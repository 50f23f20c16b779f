import type { Verdict } from '../../judge/buildVerdict.ts';
import { writeRunPage } from '../../reports/html/run/runPage.ts';
import { exchangesOf } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { readStatements } from '../../traffic/requirements/statements.ts';

/** Writes the report of a run for its bundle, from the stored verdict and the journal alone: a verifier writes it again, and compares. */
export const writeRunReport = (verdict: Verdict, lines: readonly Line[]): string =>
  writeRunPage({ verdict, lines, exchanges: exchangesOf(lines), statements: readStatements() });
