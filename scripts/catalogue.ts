import { readFileSync, writeFileSync } from 'node:fs';
import { catalogueFile, type Listed } from '../harness/catalogue.ts';
import type { Verdict } from '../harness/conclude.ts';
import { costsFile, writeCosts } from '../harness/costs.ts';
import { readJournal } from '../harness/journal.ts';
import type { RulingsLine } from '../harness/ledger.ts';
import { decideRun, placesOf, select } from '../harness/run.ts';
import type { Requirement } from '../harness/verdict.ts';
import { costsIn } from './costs.ts';
import { playwright } from './playwright.ts';

/** The requirements, each law with the probes that fed it. */
function listed(requirements: readonly Requirement[], rulings: readonly RulingsLine[]): Listed[] {
  const probes = new Set(requirements.filter(({ law }) => !law).map(({ id }) => id));
  const feeders = new Map(
    rulings.flatMap((line) => ('end' in line ? [[line.id, line.fedBy.filter((id) => probes.has(id))] as const] : [])),
  );
  return requirements
    .map(({ where, ...rest }): Listed => {
      const fedBy = feeders.get(rest.id);
      return { ...rest, file: where.replace(/:\d+$/, ''), ...(rest.law && { fedBy: fedBy ?? [] }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Writes specs/catalogue.json and specs/costs.json from a whole run on the embedded emulator. */
async function main(): Promise<void> {
  const { out, journal, selection } = decideRun();
  const places = placesOf(out);
  select({ ...selection, profile: 'full' });
  // One worker, so that which probe asks for the methods list first does not depend on timing.
  await playwright(['--workers=1']);
  const requirements = JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[];
  const rulings = readFileSync(places.rulings, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RulingsLine);
  writeFileSync(catalogueFile, `${JSON.stringify(listed(requirements, rulings), null, 2)}\n`);
  const { durationMs } = (JSON.parse(readFileSync(places.verdict, 'utf8')) as Verdict).header;
  writeFileSync(costsFile, writeCosts(costsIn(readJournal(journal), durationMs / 1000)));
}

await main();
