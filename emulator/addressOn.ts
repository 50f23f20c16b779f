import type { Rules } from './rules.ts';
import type { World } from './world.ts';

/** A new address of a blockchain for a request or a bundle, as a rule writes it. */
export const addressOn = (
  { world, rules }: { world: World; rules: Rules },
  blockchain: string,
  of: 'request' | 'bundle',
): string => rules.addressText(world.chain.newAddress(blockchain), blockchain, of);
