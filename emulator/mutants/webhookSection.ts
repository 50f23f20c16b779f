import type { Mutant } from '../broken.ts';
import { announcementContentMutants, announcementMutants } from './announcements.ts';
import { webhookBodyMutants } from './webhookBodies.ts';
import { webhookFailureMutants, webhookRetryMutants } from './webhookRetries.ts';

/** Every hand-written mutant of webhooks. */
export const webhookSectionMutants: readonly Mutant[] = [
  ...announcementMutants,
  ...announcementContentMutants,
  ...webhookBodyMutants,
  ...webhookFailureMutants,
  ...webhookRetryMutants,
];
