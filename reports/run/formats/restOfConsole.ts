import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { experimentLines, inapplicableLines, learnedLines, lookedLines } from '../messages.ts';
import { bySection, countsOf, countWords } from '../outcomeCounts.ts';
import { unsignedLines } from '../unsignedParts.ts';

/** The most learned lines of one requirement on a screen; the file has them all. */
const mostTaught = 12;

function taughtBy(one: RequirementVerdict): string[] {
  const lines = learnedLines(one);
  const more = lines.length - mostTaught;
  return [
    ...lines.slice(0, mostTaught),
    ...(more > 0 ? [`${one.id.padEnd(7)} and ${more} more, in verdict.json`] : []),
  ];
}

/** The most experiments on a screen; the file has them all. */
const mostExperiments = 20;

/** Writes the experiments that are not judged yet. */
export function experimentsOf(verdict: Verdict): string[] {
  const lines = experimentLines(verdict);
  if (lines.length === 0) return [];
  const more = lines.length - mostExperiments;
  return [
    'Experiments on webhooks that this run could not judge:',
    ...lines.slice(0, mostExperiments).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more, in verdict.json`] : []),
    '',
  ];
}

/** Writes what needs no attention: what was learned, looked at in part, is not applicable, and the counts by section. */
export function restLines(verdict: Verdict): string[] {
  const { requirements } = verdict;
  const taught = requirements.flatMap(taughtBy);
  const looked = lookedLines(requirements);
  const inapplicable = inapplicableLines(requirements);
  return [
    ...(taught.length > 0 ? ['Learned, where the interface does not say:', ...taught, ''] : []),
    ...(looked.length > 0 ? ['Passed, and looked at in part:', ...looked.map((line) => `  ${line}`), ''] : []),
    ...(inapplicable.length > 0 ? ['Not applicable:', ...inapplicable.map((line) => `  ${line}`), ''] : []),
    ...(verdict.header.command ? [] : unsignedLines(verdict)),
    '',
    ...[...bySection(requirements)].map(([name, of]) => `${name.padEnd(8)}${countWords(countsOf(of))}`),
    '',
  ];
}

/** Says in one line what `--verbose` shows. */
export function restLine(verdict: Verdict): string[] {
  const { requirements } = verdict;
  const count = (lines: readonly string[], words: string) => (lines.length > 0 ? [`${lines.length} ${words}`] : []);
  const taught = requirements.flatMap(learnedLines);
  const inapplicable = inapplicableLines(requirements);
  const parts = [
    ...count(taught, taught.length === 1 ? 'learned value' : 'learned values'),
    ...count(lookedLines(requirements), 'looked at in part'),
    ...count(inapplicable, `${inapplicable.length === 1 ? 'reason' : 'reasons'} why something is not applicable`),
  ];
  return parts.length > 0 ? [`also: ${parts.join(', ')} (--verbose shows them)`] : [];
}
