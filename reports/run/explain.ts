import type { Cost, TestCost } from '../../runner/selection/costs.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';

/** A mutant of the emulator, as far as it shows what a check is for. */
export interface MutantSummary {
  name: string;
  because?: string;
}

/** What is known of one requirement beside its catalogue entry. */
export interface RequirementDetails {
  /** Of the text that it rests on: the place, and its words where one rule of interface.md says it. */
  text: readonly string[];
  /** Where its test is written. */
  where: string;
  mutants: readonly MutantSummary[];
  /** Of a probe. */
  cost: TestCost | undefined;
  /** The sound twins that its requests rest on, which a run sends once for all. */
  controls: readonly Cost[];
}

const kinds = {
  must: 'must: breaking it fails the run',
  should: 'should: breaking it is a warning',
  observe: 'observe: interface.md does not say; what the target does is learned, and a change of it is told',
};

const bases = {
  text: 'the text of interface.md',
  norm: 'a norm of the industry rather than the text',
};

const requests = (posts: number, gets: number) => `${posts} POST and ${gets} GET`;

function costLines({ cost, controls }: RequirementDetails): string[] {
  if (!cost) return ['nothing: it judges what others have sent'];
  const { base, cells } = cost;
  const names = cells.flatMap(({ of }) => Object.keys(of));
  const sum = (of: (one: Cost) => number) => controls.reduce((total, twin) => total + of(twin), 0);
  return [
    `${requests(base.posts, base.gets)} of its own`,
    ...(controls.length > 0
      ? [
          `${requests(
            sum((one) => one.posts),
            sum((one) => one.gets),
          )} for sound twins, sent once for all requirements`,
        ]
      : []),
    ...(names.length > 0
      ? [`and its cells, ${names.length} of them, of which a night tries some:`, ...names.map((name) => `  ${name}`)]
      : []),
  ];
}

function probing({ law, fedBy = [], operations = [], oracles = [] }: CatalogueEntry): string[] {
  if (law)
    return ['a law: it judges what all traffic of the run left behind, as it is made by', `  ${fedBy.join(' ')}`];
  return [
    operations.length > 0 ? 'a probe: it asks' : 'a probe: it asks what its cells name',
    ...operations.map((one) => `  ${one}`),
    `and claims of the answers: ${oracles.join(', ')}`,
  ];
}

/** Why no mutant breaks a requirement: what binds the suite itself, no target can break. */
const unbroken: Readonly<Record<CatalogueEntry['kind'], string>> = {
  must: 'none: it binds the suite, and records of ours break it in the test of its oracle',
  should: 'none',
  observe: 'none',
};

const block = (name: string, lines: readonly string[]) =>
  lines.map((line, index) => `${(index === 0 ? name : '').padEnd(9)}${line}`);

/** One requirement, explained: what it says, on what ground, how it is checked and seen to be checked, and what it costs. */
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
    ...block('costs', costLines(known)),
    '',
    `npx assay run --only ${listed.id}`,
    '',
  ].join('\n');
}

/** The requirements as a table: id, kind, whether probe or law, what a probe costs with all of its cells, and the sentence. */
export function writeList(catalogue: readonly CatalogueEntry[], postsOf: (id: string) => number | undefined): string {
  const rows = catalogue.map(({ id, kind, basis, title }) => {
    const posts = postsOf(id);
    const costs = posts === undefined ? 'law' : `${posts} POST`;
    return `${id.padEnd(8)}${kind.padEnd(8)}${basis.padEnd(5)}${costs.padStart(8)}  ${title}`;
  });
  return `${rows.join('\n')}\n\n${catalogue.length} requirements; assay explain <id> tells more of one\n`;
}
