import { chainsIn, currenciesIn } from './assetWords.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from './viewNodes.ts';

/** Something to choose that names a currency, a blockchain, or both. */
export interface Choice {
  node: ViewNode;
  text: string;
  currency: string | undefined;
  chain: string | undefined;
}

/** A longer text than any choice has: it explains something. */
const longest = 80;

/** Words of what is pressed for another reason. */
const otherDeeds =
  /\b(?:copy|kopieren|pay|settle|open|scan|connect|help|faqs?|terms|privacy|back|return|knowledge|data ?base|learn|guide|about|support|how|why|what(?: is| are|['’]s))\b|\?\s*$/i;

/** True for a link that leads away, or to another page of the service. */
export const leadsAway = ({ role, url = '' }: ViewNode): boolean =>
  role === 'link' && /^(?:https?:|mailto:|tel:|sms:|\/)/.test(url);

/** How far above two elements the one may be that holds both as neighbours. */
const mostAbove = 2;

/** True if an element stands beside one of some others: a near element holds both. */
export function isBeside(node: ViewNode, others: readonly ViewNode[]): boolean {
  const holders = (one: ViewNode) => [one.parent, one.parent?.parent].slice(0, mostAbove).filter((part) => part);
  const own = new Set(holders(node));
  return others.some((other) => other !== node && holders(other).some((holder) => own.has(holder)));
}

/** Returns what a page offers to choose from, each with what its own text names; what is disabled is not offered. */
export function choicesIn(nodes: readonly ViewNode[]): Choice[] {
  return nodes.flatMap((node): Choice[] => {
    const text = textOf(node).trim();
    if (!isPressable(node) || isDisabled(node) || leadsAway(node)) return [];
    if (text === '' || text.length > longest || otherDeeds.test(text)) return [];
    const [currencies, chains] = [currenciesIn(text), chainsIn(text)];
    if (currencies.length > 1 || chains.length > 1 || currencies.length + chains.length === 0) return [];
    return [{ node, text, currency: currencies[0], chain: chains[0] }];
  });
}
