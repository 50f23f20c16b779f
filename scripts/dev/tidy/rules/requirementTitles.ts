import type { Tree } from '../source/sourceTree.ts';
import { type Requirement, requirementsOf } from '../source/specRequirements.ts';
import type { Rule, Violation } from '../source/violation.ts';

/** The most words of a title after its id. */
const longestTitle = 12;

type Fault = Pick<Violation, 'wanted' | 'seen' | 'fix'>;

const catalogue = 'specs/catalogue.json';

/** A requirement has one home, one kind, a place in the catalogue, and a title made of its id and a short sentence in the present tense. */
export const requirementTitles: Rule = {
  name: 'requirements',
  *find(tree) {
    const homes = new Map<string, string>();
    for (const requirement of requirementsOf(tree)) {
      const { path, line, id } = requirement;
      for (const fault of [...titleFaults(requirement), ...kindFaults(requirement)]) yield { path, line, ...fault };
      if (id === undefined) continue;
      const home = homes.get(id);
      if (home === undefined) homes.set(id, `${path}:${line}`);
      else
        yield {
          path,
          line,
          wanted: `one home for ${id}`,
          seen: `${home} too`,
          fix: 'join them, or take the next free id',
        };
    }
    yield* unlisted(tree, homes);
  },
};

/** A requirement that the catalogue lacks is found by no selection; one that it has too many is in no spec. */
function* unlisted({ files }: Tree, homes: ReadonlyMap<string, string>): Generator<Violation> {
  const text = files.find(({ path }) => path === catalogue)?.text;
  if (text === undefined) return;
  const listed = new Set((JSON.parse(text) as { id: string }[]).map(({ id }) => id));
  const fault = { path: catalogue, line: 1, fix: 'run npm run catalogue' };
  for (const id of homes.keys())
    if (!listed.has(id)) yield { ...fault, wanted: `${id} in the catalogue`, seen: `none for ${id}` };
  for (const id of listed)
    if (!homes.has(id)) yield { ...fault, wanted: `a requirement ${id} in a spec`, seen: `none for ${id}` };
}

function titleFaults({ title, id }: Requirement): Fault[] {
  if (title === undefined) {
    return [
      { wanted: 'a literal title', seen: 'a computed one', fix: 'write it out: cells are steps inside the one test' },
    ];
  }
  const wanted = `an id such as GEN-02a and a present-tense sentence of at most ${longestTitle} words`;
  if (id === undefined) return [{ wanted, seen: `"${title}"`, fix: 'begin the title with its id' }];
  const words = title.slice(id.length).trim().split(/\s+/).filter(Boolean);
  const tense = words.find((word) => /^(should|shall|will|would)(n't)?$/i.test(word));
  return [
    ...(words.length < 2 ? [{ wanted, seen: `"${title}"`, fix: 'say what the target does' }] : []),
    ...(words.length > longestTitle ? [{ wanted, seen: `${words.length} words`, fix: 'shorten it' }] : []),
    ...(tense ? [{ wanted, seen: `"${tense}"`, fix: 'say what the target does, in the present tense' }] : []),
  ];
}

function kindFaults({ kind }: Requirement): Fault[] {
  const fix = 'pass must, should, observe or one of law as the second argument';
  return kind ? [] : [{ wanted: 'a kind in each requirement', seen: 'none', fix }];
}
