import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type TargetIds, withoutIds } from '../../engine/cases/targetIds.ts';
import type { Found } from '../../engine/findings/finding.ts';
import type { ShrinkTools } from '../../engine/shrink/shrinkFinding.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { type MutantPool, shrinkProxyFor } from './shrinkProxy.ts';
import { shrunkCaseValidity } from './shrunkCaseValidity.ts';

/** Returns what shrinking a finding on the interface needs, given the ids of its target and the control requests that are known. */
export function shrinkTools(
  { environment, mutants }: { environment: CampaignEnvironment; mutants?: (() => Promise<MutantPool>) | undefined },
  { case: original, fingerprint }: Found,
  { ids, controls }: { ids: TargetIds; controls: Map<string, Exchange> },
): ShrinkTools {
  return {
    isSame: shrunkCaseValidity(environment, original),
    stored: (smaller) => withoutIds(smaller, ids),
    controls,
    ...(mutants && {
      shrinkProxy: async (one, sought) =>
        shrinkProxyFor(environment, { stable: await mutants(), prefix: fingerprint.slice(0, 6) }, { one, sought }),
    }),
  };
}
