import type { MutationRunResult, MutationRunRow } from './mutationRun.ts';
import { awaitedRequirements, survivalReason } from './survivors.ts';

function mutantLine({ name, breaks, named, isKilled, complaints, errors }: MutationRunRow): string {
  const others = complaints.length > 0 ? `  also ${complaints.join(' ')}` : '';
  const wrong = errors.length > 0 ? `  error ${errors.join(' ')}` : '';
  return `${isKilled ? 'caught ' : 'ESCAPED'}  ${(breaks ?? '').padEnd(8)} ${name.padEnd(32)} ${(named ?? '').padEnd(10)}${others}${wrong}`;
}

function variantLine({ name, complaints, errors }: MutationRunRow): string {
  const said = [...complaints, ...errors.map((id) => `${id} (error)`)];
  return `${said.length > 0 ? 'COMPLAINT' : 'no word  '}  ${name.padEnd(32)} ${said.join(' ')}`;
}

function mechanicalLine({ name, rule = '', isKilled, complaints }: MutationRunRow): string {
  const waits = awaitedRequirements(rule);
  const why = waits === undefined ? (survivalReason(name) ?? 'UNEXPLAINED') : `waits for ${waits}`;
  return `${isKilled ? 'killed  ' : 'survived'}  ${name.padEnd(44)} ${isKilled ? complaints.join(' ') : why}`;
}

/** Counts the killed mechanical mutants: among the rules that the specs already judge, and among all rules. */
function mechanicalCount(mechanical: readonly MutationRunRow[]): string {
  const judged = mechanical.filter(({ rule = '' }) => awaitedRequirements(rule) === undefined);
  const share = (rows: readonly MutationRunRow[]) => {
    const killed = rows.filter(({ isKilled }) => isKilled).length;
    return `${killed} of ${rows.length} (${Math.round((100 * killed) / Math.max(1, rows.length))} %)`;
  };
  return `mechanical mutants killed: ${share(judged)} of the rules whose requirements have specs, ${share(mechanical)} of all`;
}

const lines = (rows: readonly MutationRunRow[], heading: string, write: (row: MutationRunRow) => string) =>
  rows.length === 0 ? [] : [heading, ...rows.map(write), ''];

/** Writes a mutation run as text: each mutant with the check that it names and the others that complained, then the variants. */
export function writeMatrix(
  { rows, escaped, complaints, waiting, medianOthers }: MutationRunResult,
  out: string,
): string {
  const of = (kind: MutationRunRow['kind']) => rows.filter((row) => row.kind === kind);
  const [mutants, variants, mechanical] = [of('mutant'), of('variant'), of('mechanical')];
  const caught = mutants.filter(({ name }) => !escaped.includes(name));
  return [
    '',
    ...lines(mutants, 'Mutants: the emulator with one rule wrong', mutantLine),
    ...lines(variants, 'Variants: the emulator changed within what the interface allows', variantLine),
    ...lines(mechanical, 'Mechanical mutants: every rule changed blindly', mechanicalLine),
    ...lines(of('corner'), 'Corner mutants: mutants that depart only under a condition', mutantLine),
    `${caught.length} of ${mutants.length} mutants caught by the check that they name; other checks that complained: median ${medianOthers}`,
    `${variants.length - complaints.length} of ${variants.length} variants drew no complaint`,
    ...(mechanical.length > 0 ? [mechanicalCount(mechanical)] : []),
    ...(waiting.length > 0
      ? [
          `of requirements that specs/catalogue.json does not have, and not tried: ${waiting.join(' ')} (npm run catalogue)`,
        ]
      : []),
    `${out}/fleet.json`,
    '',
  ].join('\n');
}
