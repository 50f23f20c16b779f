import type { Breach, Rule } from './breach.ts';
import { type Requirement, requirementsOf } from './specs.ts';

/** The most words of a title after its id. */
const longestTitle = 12;

type Fault = Pick<Breach, 'wanted' | 'seen' | 'fix'>;

/** A requirement has one home, one kind, and a title made of its id and a short sentence in the present tense. */
export const requirements: Rule = {
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
  },
};

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
