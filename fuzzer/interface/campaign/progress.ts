import type { Amounts } from '../../../runner/selection/outlay.ts';
import { isCount, isText, mapOf, objectWith, optional, textLike } from '../../../schemas/json/guards.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { noSpent, type Spent } from '../../engine/budget/requestMeter.ts';
import type { ShownFindings } from '../../engine/judgement/violation.ts';
import { progressFields } from '../../engine/progress/progressFile.ts';

/** The progress of a campaign, from which another one of the same seed continues. */
export interface CampaignProgress {
  spent: Spent;
  cases: number;
  batches: number;
  tried: Readonly<Record<string, number>>;
  /** Findings that showed. */
  shown: ShownFindings;
  /** The amounts taken from its money limit. */
  money?: Amounts;
  /** The folder of its journals, which show what was sent in batches that nobody has judged. */
  out?: string;
}

/** The progress of a campaign that starts from the beginning. */
export const noProgress: CampaignProgress = { spent: noSpent, cases: 0, batches: 0, tried: {}, shown: {} };

const isAmount = textLike(/^\d{1,1000}(?:\.\d{1,1000})?$/);

const isReached = objectWith({
  ...progressFields,
  batches: isCount,
  tried: mapOf(isCount),
  out: optional(isText),
  money: optional(mapOf(isAmount)),
});

/** True if a value is the progress of a campaign on the interface. */
export const isProgress = (value: unknown): value is CampaignProgress => isReached(value as Plain);
