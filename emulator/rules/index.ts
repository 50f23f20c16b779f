import { acquiringSectionRules } from './acquiring/index.ts';
import { coreSectionRules } from './core/index.ts';
import { pageSectionRules } from './pages/index.ts';
import { paymentSectionRules } from './payments/index.ts';
import { webhookSectionRules } from './webhooks/index.ts';

/** Every decision that interface.md requires of a server, as one pure function each, with the conforming result. */
export const conformingRules = {
  ...coreSectionRules,
  ...paymentSectionRules,
  ...acquiringSectionRules,
  ...webhookSectionRules,
  ...pageSectionRules,
};

/** The rules of one service; a mutant or variant replaces some of them. */
export type Rules = typeof conformingRules;

/** The name of one rule. */
export type RuleName = keyof Rules;
