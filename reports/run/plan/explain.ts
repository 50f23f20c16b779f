import type { Cost, TestCost } from '../../../runner/selection/costs.ts';
import type { CatalogueEntry } from '../../../traffic/requirements/catalogue.ts';
import type { Quantifiers, VariedDimensions } from '../../../traffic/requirements/variedDimensions.ts';

/** A mutant of the emulator, which shows what a check is for. */
export interface MutantSummary {
  name: string;
  because?: string;
}

/** What is known about one requirement besides its catalogue entry. */
export interface RequirementDetails {
  /** The section of the text that the requirement is based on, and its words if it is one rule of interface.md. */
  text: readonly string[];
  /** The location of its test. */
  where: string;
  mutants: readonly MutantSummary[];
  /** The requests of its test; undefined for a trace check. */
  cost: TestCost | undefined;
  /** The control requests that its requests depend on. A run sends them once for all requirements. */
  controls: readonly Cost[];
  /** The dimensions that the text speaks of, and those that runs vary; absent if the requirement has none. */
  dimensions?: { text: Quantifiers; varied: VariedDimensions };
  /** How many combinations of each of its lists a night tries. */
  tonight: readonly number[];
}

const kinds = {
  must: 'must: breaking it fails the run',
  should: 'should: breaking it is a warning',
  observe: 'observe: interface.md does not say; the run learns what the target does, and reports a change',
};

const bases = {
  text: 'the text of interface.md',
  norm: 'an industry norm rather than the text',
};

const requests = (posts: number, gets: number) => `${posts} POST and ${gets} GET`;

function costLines({ cost, controls, tonight }: RequirementDetails): string[] {
  if (!cost) return ['nothing: it judges what others have sent'];
  const { base, cells: combinations } = cost;
  const names = combinations.flatMap(({ of }) => Object.keys(of));
  const sum = (of: (one: Cost) => number) => controls.reduce((total, control) => total + of(control), 0);
  return [
    `${requests(base.posts, base.gets)} of its own`,
    ...(controls.length > 0
      ? [
          `${requests(
            sum((one) => one.posts),
            sum((one) => one.gets),
          )} for control requests, sent once for all requirements`,
        ]
      : []),
    ...(names.length > 0
      ? [
          `and its ${names.length} combinations: ${tonight.reduce((sum, one) => sum + one, 0)} a night, each within a fortnight (two, where a night has room for half of them), all in a full run:`,
          ...names.map((name) => `  ${name}`),
        ]
      : []),
  ];
}

function probing({ law: isTraceCheck, fedBy = [], operations = [], oracles = [] }: CatalogueEntry): string[] {
  if (isTraceCheck)
    return ['a trace check: it judges the traffic of the whole run, as sent by the tests of', `  ${fedBy.join(' ')}`];
  return [
    operations.length > 0 ? 'a test: it requests' : 'a test: it requests what its combinations name',
    ...operations.map((one) => `  ${one}`),
    `and asserts about the answers: ${oracles.join(', ')}`,
  ];
}

const listOf = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'none');

/** Lines on the dimensions: what the text speaks of, what a night and a full run vary, and what stays constant. */
function dimensionLines({ dimensions }: RequirementDetails): string[] {
  if (!dimensions) return ['nothing in particular: it speaks of one thing'];
  const { text, varied } = dimensions;
  const constant = text.over.filter((name) => !varied.full.includes(name));
  return [
    `the text holds for any ${text.over.join(', ')}`,
    `a night varies      ${listOf(varied.night)}`,
    `a full run varies   ${listOf(varied.full)}`,
    ...constant.map((name) => `not varied: ${name}, because ${text.constant?.[name] ?? 'nobody has said why'}`),
  ];
}

/** Why no mutant breaks a requirement. A `must` without a mutant binds the suite itself, and no target can break that requirement. */
const unbroken: Readonly<Record<CatalogueEntry['kind'], string>> = {
  must: 'none: it binds the suite, and the test of its oracle breaks it with made-up records',
  should: 'none',
  observe: 'none',
};

const block = (name: string, lines: readonly string[]) =>
  lines.map((line, index) => `${(index === 0 ? name : '').padEnd(9)}${line}`);

/** Writes an explanation of one requirement: what it says, what it is based on, how it is checked, how the check is proved, and what it costs. */
export function writeExplanation(listed: CatalogueEntry, known: RequirementDetails): string {
  const mutants = known.mutants.map(({ name, because }) => `${name}: ${because ?? ''}`);
  return [
    `${listed.id}  ${listed.title}`,
    '',
    ...block('text', known.text),
    ...block('kind', [kinds[listed.kind]]),
    ...block('basis', [bases[listed.basis]]),
    ...block('check', [known.where]),
    ...block('probed', probing(listed)),
    ...block('mutants', mutants.length > 0 ? mutants : [unbroken[listed.kind]]),
    ...block('over', dimensionLines(known)),
    ...block('costs', costLines(known)),
    '',
    `npx assay run --only ${listed.id}`,
    '',
  ].join('\n');
}

/** Writes the requirements as a table: id, kind, basis, the cost of its test with all combinations (or `law` for a trace check), and the title. */
export function writeList(catalogue: readonly CatalogueEntry[], postsOf: (id: string) => number | undefined): string {
  const rows = catalogue.map(({ id, kind, basis, title }) => {
    const posts = postsOf(id);
    const costs = posts === undefined ? 'law' : `${posts} POST`;
    return `${id.padEnd(8)}${kind.padEnd(8)}${basis.padEnd(5)}${costs.padStart(8)}  ${title}`;
  });
  return `${rows.join('\n')}\n\n${catalogue.length} requirements; assay explain <id> explains one of them\n`;
}
