import { readFileSync, writeFileSync } from 'node:fs';
import { catalogueFile, type Listed } from '../harness/catalogue.ts';
import type { RulingsLine } from '../harness/ledger.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import type { Requirement } from '../harness/verdict.ts';
import { playwright } from './playwright.ts';

/** Writes specs/catalogue.json from a whole run on the embedded emulator: the requirements, and what feeds each law. */
async function main(): Promise<void> {
  const { out } = decideRun();
  const places = placesOf(out);
  // One worker, so that which probe asks for the methods list first does not depend on timing.
  await playwright(['--workers=1']);
  const requirements = JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[];
  const rulings = readFileSync(places.rulings, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RulingsLine);
  const probes = new Set(requirements.filter(({ law }) => !law).map(({ id }) => id));
  const feeders = new Map(
    rulings.flatMap((line) => ('end' in line ? [[line.id, line.fedBy.filter((id) => probes.has(id))] as const] : [])),
  );
  const listed = requirements
    .map(({ where, ...rest }): Listed => {
      const fedBy = feeders.get(rest.id);
      return { ...rest, file: where.replace(/:\d+$/, ''), ...(rest.law && { fedBy: fedBy ?? [] }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  writeFileSync(catalogueFile, `${JSON.stringify(listed, null, 2)}\n`);
}

await main();
