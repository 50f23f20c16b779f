import type { Verdict } from '../../judge/buildVerdict.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { bundleFiles } from '../bundle/bundleFiles.ts';
import { type Bundle, digestOf, fileOf } from '../bundle/readBundle.ts';
import { sha256 } from '../bundle/writeBundle.ts';
import { writeBadge } from '../pages/badge.ts';
import { writeCertificatePage } from '../pages/certificatePage.ts';
import { writeRunReport } from '../pages/runReport.ts';
import { Refusal } from '../refusal.ts';
import type { CertificateStatement } from '../statement/certificate.ts';

/** Refuses a report that does not follow from the verdict and the journal. Throws Refusal. */
export async function refuseOtherReport(bundle: Bundle, verdict: Verdict, lines: readonly Line[]): Promise<void> {
  const where = bundleFiles.report;
  if ((await digestOf(fileOf(bundle, where))) !== sha256(writeRunReport(verdict, lines)))
    throw new Refusal('otherReport', { where });
}

/** Refuses a badge or a page that is not the one that the statement gives. Throws Refusal. */
export async function refuseOtherPages(bundle: Bundle, statement: CertificateStatement): Promise<void> {
  const pages = { [bundleFiles.page]: writeCertificatePage(statement), [bundleFiles.badge]: writeBadge(statement) };
  for (const [where, text] of Object.entries(pages))
    if ((await digestOf(fileOf(bundle, where))) !== sha256(text)) throw new Refusal('otherPage', { where });
}
