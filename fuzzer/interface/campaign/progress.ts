import type { Amounts } from '../../../runner/selection/outlay.ts';
import { isCount, isText, mapOf, objectWith, optional, textLike } from '../../../schemas/json/guards.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { noSpent, type Spent } from '../../engine/budget/requestMeter.ts';
import type { ShownFindings } from '../../engine/judgement/violation.ts';
import { progressFields } from '../../engine/progress/progressFile.ts';

/** How far a campaign is: what another one of the same seed goes on from. */
export interface CampaignProgress {
  spent: Spent;
  cases: number;
  batches: number;
  tried: Readonly<Record<string, number>>;
  /** Findings that showed. */
  shown: ShownFindings;
  /** What was taken of its money. */
  money?: Amounts;
  /** Where its journals are: of batches that nobody has judged they tell what was sent. */
  out?: string;
}

/** Where a campaign begins that does not go on. */
export const noProgress: CampaignProgress = { spent: noSpent, cases: 0, batches: 0, tried: {}, shown: {} };

const isAmount = textLike(/^\d{1,1000}(?:\.\d{1,1000})?$/);

const isReached = objectWith({
  ...progressFields,
  batches: isCount,
  tried: mapOf(isCount),
  out: optional(isText),
  money: optional(mapOf(isAmount)),
});

/** True where a value says how far a campaign on the interface is. */
export const isProgress = (value: unknown): value is CampaignProgress => isReached(value as Plain);
