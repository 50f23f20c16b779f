import { bannedCalls } from './rules/bannedCalls.ts';
import { docComments } from './rules/docComments.ts';
import { layerCalls } from './rules/layerCalls.ts';
import { layerTableInDocument } from './rules/layerTableInDocument.ts';
import { leftoverComments } from './rules/leftoverComments.ts';
import { outsidePlaces } from './rules/outsidePlaces.ts';
import { requestTypesOfContract } from './rules/requestTypesOfContract.ts';
import { requirementMutants } from './rules/requirementMutants.ts';
import { requirementTitles } from './rules/requirementTitles.ts';
import { rooms } from './rules/rooms.ts';
import type { Tree } from './source/sourceTree.ts';
import { type Rule, violationSentence } from './source/violation.ts';

const rules: readonly Rule[] = [
  layerCalls,
  layerTableInDocument,
  requestTypesOfContract,
  rooms,
  docComments,
  requirementTitles,
  bannedCalls,
  leftoverComments,
  outsidePlaces,
  requirementMutants,
];

/** The sentence of every broken rule of a tree, rule by rule; none when the house is tidy. */
export function checkTree(tree: Tree): string[] {
  return rules.flatMap(({ name, find }) => [...find(tree)].map((breach) => violationSentence(name, breach)));
}
