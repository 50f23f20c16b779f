import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedTexts } from '../../tests/support/records/sharedTexts.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';

/** The most characters of a text that a line shows. */
const shownCharacters = 120;

const [one, other] = process.argv.slice(2);
if (one === undefined || other === undefined) {
  process.stderr.write('expected the folders of two stored runs: npm run bench:marks -- <run> <run>\n');
  process.exitCode = 2;
} else {
  const listed = ['interface.md', 'openapi.json'].map((name) => readFileSync(join('schemas', name), 'utf8')).join('\n');
  const [first, second] = [one, other].map((folder) => [...readJournal(runFilesOf(folder).journal)]);
  const texts = sharedTexts(first ?? [], second ?? [], listed);
  const shown = texts.map((text) => JSON.stringify(text.slice(0, shownCharacters)));
  process.stdout.write(`${shown.join('\n')}\n${texts.length} texts that both runs chose\n`);
}
