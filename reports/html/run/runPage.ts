import { writePage } from '../page/document.ts';
import { clip, html } from '../page/markup.ts';
import { section } from '../page/parts.ts';
import { coverageTable } from './coverage.ts';
import { failureBlocks } from './failures.ts';
import { headlineOf } from './headline.ts';
import { nightTable } from './nights.ts';
import { ownerOf } from './owners.ts';
import { requirementTable } from './requirementTable.ts';
import type { RunReport } from './runReport.ts';
import { changedIn, factsOf, nextFor, tallyOf } from './summary.ts';
import { timeline } from './timeline.ts';
import { learnedList, undecidedList } from './undecided.ts';

/** Writes a run as one HTML file: what changed, whose it is and what to do, then the evidence. */
export function writeRunPage(report: RunReport): string {
  const { verdict, lines } = report;
  const { target, header, requirements, history } = verdict;
  const { text, tone } = headlineOf(verdict);
  const { failed, warned } = failureBlocks(report);
  const [undecided, learned] = [undecidedList(verdict), learnedList(verdict)];
  const [drawn, covered, nights] = [timeline(lines), coverageTable(verdict), nightTable(history)];
  const hasRun = drawn !== undefined || covered !== undefined || nights !== undefined;
  return writePage({
    title: `${clip(text, 120)} – ${clip(target.name, 80)}`,
    tone,
    kicker: `Assay, run ${clip(header.run.id, 80)} on ${clip(target.name, 80)}`,
    headline: text,
    answers: { changed: changedIn(verdict), owner: ownerOf(verdict), next: nextFor(verdict) },
    facts: factsOf(verdict),
    tally: tallyOf(verdict),
    sections: [
      section('failures', 'Failures', failed),
      section('warnings', 'Warnings and changes', warned),
      section('undecided', 'Not decided', undecided.body),
      section('learned', 'Learned, where the interface does not say', learned.body),
      section('run', 'The run', hasRun ? html`${drawn}<h3>Coverage by section</h3>${covered}${nights}` : undefined),
      section('all', 'All requirements', requirementTable(report)),
    ],
    links: [
      ...(failed.length > 0 ? [{ id: 'failures', name: 'Failures', count: failed.length }] : []),
      ...(warned.length > 0 ? [{ id: 'warnings', name: 'Warnings', count: warned.length }] : []),
      ...(undecided.body ? [{ id: 'undecided', name: 'Not decided', count: undecided.count }] : []),
      ...(learned.body ? [{ id: 'learned', name: 'Learned', count: learned.count }] : []),
      ...(hasRun ? [{ id: 'run', name: 'The run' }] : []),
      { id: 'all', name: 'All requirements', count: requirements.length },
    ],
  });
}
