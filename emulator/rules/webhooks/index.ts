import { announcementRules } from './announcements.ts';
import { deliveryRules } from './deliveries.ts';

/** Every rule of webhooks: what is announced, and how it is delivered. */
export const webhookSectionRules = {
  ...announcementRules,
  ...deliveryRules,
};
