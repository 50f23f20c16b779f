import type { Problem } from '../../../traffic/system/configurationError.ts';

/** Options that mean something with --contract alone, and those that mean something without it alone. */
const flags = {
  with: { auth: '--auth', allowWrites: '--allow-writes', findings: '--findings' },
  without: { tier: '--tier', strict: '--strict', money: '--money' },
} as const;

/** Options of the other kind of campaign, which would say nothing here. */
export function optionConflicts(options: object, contract: 'with' | 'without'): Problem[] {
  const other = contract === 'with' ? 'without' : 'with';
  const strays = Object.entries(flags[other]).filter(([name]) => name in options);
  return strays.map(([, flag]) => ({
    where: flag,
    wanted: `it ${other} --contract alone`,
    seen: `it ${contract} --contract`,
    hint: 'Leave it out: it says nothing here.',
  }));
}
