import { isAddressOf } from '../../../schemas/domain/addresses.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import { textIn, type ViewNode } from './viewNodes.ts';

/** Texts that may be an address on some blockchain. A part of a longer word, such as of a client's own id, is none. */
const maybe =
  /(?<![\w.~%/=+-])(?:0x[0-9a-fA-F]{40}|(?:bc1|tb1)[0-9a-z]{20,80}|[1-9A-HJ-NP-Za-km-z]{26,44})(?![\w~%/=+-]|\.\w)/g;

const everyChain = ['ETHEREUM', 'TRON', 'SOLANA', 'BITCOIN'];

/** Returns the addresses that a page shows; of one asset's blockchain, or of any if none is named. */
export function addressesIn(nodes: readonly ViewNode[], asset?: string): string[] {
  const chains = asset === undefined ? everyChain : [blockchainOf(asset)];
  const found = [...textIn(nodes).matchAll(maybe)].map(([text]) => text);
  return [...new Set(found)].filter((text) =>
    chains.some((chain) => isAddressOf(chain, text) !== false && fits(chain, text)),
  );
}

/** A blockchain whose addresses are not known may have any; a long word of one letter case is none. */
const fits = (chain: string, text: string) => isAddressOf(chain, text) === true || /^0x|\d/.test(text);
