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

/** True if an element stands beside one of some others: the element above one of them, or the next above that, holds both, or the page itself right away. */
export function isBeside(node: ViewNode, others: readonly ViewNode[]): boolean {
  const holders = ({ parent }: ViewNode) => [parent ?? 'the page', ...(parent?.parent ? [parent.parent] : [])];
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
