import { isDisabled, isField, isPressable, textOf, type ViewNode } from './viewNodes.ts';

/** Words of what copies a text, which leads nowhere. */
const copies = /\b(?:copy|kopieren|copier|copiar)\b|скопир/i;

/** True if a page has text, but nothing to press, to fill in or to follow. */
export const leadsNowhere = (nodes: readonly ViewNode[]): boolean =>
  nodes.some((node) => textOf(node).trim() !== '') &&
  !nodes.some(
    (node) =>
      isField(node) || node.role === 'iframe' || (isPressable(node) && !isDisabled(node) && !copies.test(textOf(node))),
  );
