import { bannedCalls } from './banned.ts';
import { type Rule, violationSentence } from './breach.ts';
import { importCycles } from './cycles.ts';
import { unusedExports } from './dead.ts';
import { defaultExports } from './defaults.ts';
import { docComments } from './docs.ts';
import { typeEscapes } from './escapes.ts';
import { layersRule } from './layers.ts';
import { leftoverComments } from './leftovers.ts';
import { requirementMutants } from './mutants.ts';
import { fileNames } from './names.ts';
import { requirementTitles } from './requirements.ts';
import { size } from './size.ts';
import type { Tree } from './tree.ts';
import { outsidePlaces } from './words.ts';

const rules: readonly Rule[] = [
  layersRule,
  size,
  typeEscapes,
  importCycles,
  defaultExports,
  docComments,
  requirementTitles,
  fileNames,
  bannedCalls,
  leftoverComments,
  outsidePlaces,
  unusedExports,
  requirementMutants,
];

/** The sentence of every broken rule of a tree, rule by rule; none when the house is tidy. */
export function checkTree(tree: Tree): string[] {
  return rules.flatMap(({ name, find }) => [...find(tree)].map((breach) => violationSentence(name, breach)));
}
