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
const otherDeeds = /\b(?:copy|kopieren|pay|settle|open|scan|connect|help|faq|terms|privacy|back|return)\b/i;

/** True for a link that leads away, or to another page of the service. */
export const leadsAway = ({ role, url = '' }: ViewNode): boolean =>
  role === 'link' && /^(?:https?:|mailto:|\/)/.test(url);

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
