import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { CampaignHabits, CampaignPlan } from '../../engine/campaign/driver.ts';
import type { OpenSession } from '../executor/session.ts';
import type { OwnProgress } from './progress.ts';

/** The settings of a campaign on any API. */
export interface OpenApiPlan extends CampaignPlan<OwnProgress> {
  contract: Contract;
  /** The open session with the target. */
  session: OpenSession;
  /** True if only safe methods may be sent. */
  isReadOnly: boolean;
  /** True if a credential is available. */
  hasCredential: boolean;
  /** Selects the operations to try; all by default. */
  isWanted?: (operation: Operation) => boolean;
}

/** Writes go on without reads, and what says the same again is not stored. */
export const openApiHabits: CampaignHabits = {
  leastGets: 300,
  needsGets: false,
  reserve: 0,
  shrinkShare: 1 / 4,
  mostAlike: 4,
};

/** The most violations of one result that are stored. */
export const mostViolations = 2;

/** The most GETs for shrinking one finding, and the most smaller cases that are checked without traffic. */
export const shrinkLimits = { gets: 40, checks: 600 };
