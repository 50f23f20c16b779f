import type { Amounts } from '../../../runner/selection/outlay.ts';
import { isCount, isText, mapOf, optional, textLike } from '../../../schemas/json/guards.ts';
import { noSpent } from '../../engine/budget/requestMeter.ts';
import type { CampaignProgress } from '../../engine/campaign/driver.ts';
import { progressForm } from '../../engine/progress/progressFile.ts';
import type { Tried } from './tried.ts';

/** What a campaign on the interface adds to the progress: its batches, and how often each combination was tried. */
export interface OwnProgress {
  batches: number;
  tried: Tried;
}

/** The progress of a campaign on the interface, as its file stores it. */
export interface InterfaceProgress extends CampaignProgress, OwnProgress {
  /** The amounts taken from its money limit. */
  money?: Amounts;
  /** The folder of its journals, which show what was sent in batches that nobody has judged. */
  out?: string;
}

/** The progress of a campaign that starts from the beginning. */
export const noProgress: InterfaceProgress = {
  spent: noSpent,
  cases: 0,
  shown: {},
  shrunkPosts: 0,
  batches: 0,
  tried: {},
};

const isAmount = textLike(/^\d{1,1000}(?:\.\d{1,1000})?$/);

/** The form in which the progress of a campaign on the interface is stored. */
export const interfaceProgress = progressForm<InterfaceProgress>(1, {
  batches: isCount,
  tried: mapOf(isCount),
  out: optional(isText),
  money: optional(mapOf(isAmount)),
});
