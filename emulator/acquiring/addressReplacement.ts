import type { Bundle } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import type { Rules } from '../rules/index.ts';

/** Moves the disabled addresses of a bundle to its deactivated ones. Returns the assets that need a new address (§ Bundle rules, 4). */
export function replaceDisabled(rules: Rules, { addresses, deactivated }: Bundle, wanted: readonly Asset[]): Asset[] {
  const replaced = rules.replacedOf(
    addresses.filter((held) => rules.addressDisabled(held)),
    wanted,
  );
  if (replaced.length === 0) return [];
  const remaining = addresses.filter((held) => !replaced.includes(held));
  addresses.splice(0, addresses.length, ...rules.keptOf(remaining, replaced));
  const moved = replaced.map((held) => ({ ...held, active: false }));
  deactivated.splice(0, deactivated.length, ...rules.deactivatedAfter(deactivated, moved));
  return replaced.map(({ asset }) => asset);
}

/** Disables an address of a bundle for every asset that it serves. Returns those assets. */
export function disable({ addresses }: Bundle, address: string): Asset[] {
  const struck = addresses.filter((held) => held.address === address && !held.disabled);
  for (const held of struck) addresses[addresses.indexOf(held)] = { ...held, disabled: true };
  return struck.map(({ asset }) => asset);
}
