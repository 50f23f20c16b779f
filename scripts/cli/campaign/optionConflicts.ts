import type { Problem } from '../../../traffic/system/configurationError.ts';

/** Options that only apply with --contract, and options that only apply without it. */
const flags = {
  with: { auth: '--auth', allowWrites: '--allow-writes', findings: '--findings' },
  without: { tier: '--tier', strict: '--strict', money: '--money' },
} as const;

/** Returns problems for options of the other kind of campaign. */
export function optionConflicts(options: object, contract: 'with' | 'without'): Problem[] {
  const other = contract === 'with' ? 'without' : 'with';
  const strays = Object.entries(flags[other]).filter(([name]) => name in options);
  return strays.map(([, flag]) => ({
    where: flag,
    wanted: `it only ${other} --contract`,
    seen: `it ${contract} --contract`,
    hint: 'Leave it out: it has no effect here.',
  }));
}
