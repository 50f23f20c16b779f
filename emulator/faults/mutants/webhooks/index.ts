import type { Mutant } from '../../shared/faultTypes.ts';
import { webhookAccountMutants } from './accounts.ts';
import { announcementContentMutants, announcementMutants } from './announcements.ts';
import { webhookBodyMutants } from './bodies.ts';
import { webhookFailureMutants, webhookRetryMutants } from './retries.ts';
import { webhookCornerMutants } from './retryCorners.ts';

/** Every hand-written mutant of webhooks. */
export const webhookSectionMutants: readonly Mutant[] = [
  ...announcementMutants,
  ...announcementContentMutants,
  ...webhookBodyMutants,
  ...webhookFailureMutants,
  ...webhookRetryMutants,
  ...webhookCornerMutants,
  ...webhookAccountMutants,
];
