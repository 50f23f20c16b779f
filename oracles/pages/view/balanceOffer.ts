import { balanceWords } from './deedWords.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from './viewNodes.ts';

/** Returns the first element that can be pressed and has one of these words. */
export const pressable = (nodes: readonly ViewNode[], words: RegExp): ViewNode | undefined =>
  nodes.find((node) => isPressable(node) && !isDisabled(node) && words.test(textOf(node)));

/** True if a page offers to settle its checkout from the sandbox balance, in words. */
export const offersBalance = (nodes: readonly ViewNode[]): boolean => pressable(nodes, balanceWords) !== undefined;
