import { banned } from './banned.ts';
import { type Rule, sentence } from './breach.ts';
import { cycles } from './cycles.ts';
import { dead } from './dead.ts';
import { defaults } from './defaults.ts';
import { docs } from './docs.ts';
import { escapes } from './escapes.ts';
import { layering } from './layers.ts';
import { leftovers } from './leftovers.ts';
import { mutants } from './mutants.ts';
import { names } from './names.ts';
import { requirements } from './requirements.ts';
import { size } from './size.ts';
import type { Tree } from './tree.ts';
import { words } from './words.ts';

const rules: readonly Rule[] = [
  layering,
  size,
  escapes,
  cycles,
  defaults,
  docs,
  requirements,
  names,
  banned,
  leftovers,
  words,
  dead,
  mutants,
];

/** The sentence of every broken rule of a tree, rule by rule; none when the house is tidy. */
export function judge(tree: Tree): string[] {
  return rules.flatMap(({ name, find }) => [...find(tree)].map((breach) => sentence(name, breach)));
}
