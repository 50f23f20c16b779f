import type { Contract } from '../../../schemas/load/contract.ts';
import type { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import type { CampaignHabits, CampaignPlan } from '../../engine/campaign/driver.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import type { MutantPool } from '../shrink/shrinkProxy.ts';
import type { OwnProgress } from './progress.ts';
import type { Tried } from './tried.ts';

/** The settings of a campaign on the interface. */
export interface InterfacePlan extends CampaignPlan<OwnProgress> {
  environment: CampaignEnvironment;
  generators: readonly CaseGenerator[];
  contract: Contract;
  /** What earlier runs and campaigns have touched; nothing if absent. */
  touched?: TouchedPairs;
  /** How often earlier campaigns tried each combination, by its name. What they tried comes last, except for reads; nothing if absent. */
  earlier?: Tried;
  /** Opens an emulator with every mutant, on which findings are shrunk. */
  mutants?: (() => Promise<MutantPool>) | undefined;
}

/** Each case needs reads, since what it did is read back. */
export const interfaceHabits: CampaignHabits = {
  leastGets: 0,
  needsGets: true,
  reserve: 0.2,
  shrinkShare: 1,
  mostAlike: Number.POSITIVE_INFINITY,
  mostTrials: 3,
};
