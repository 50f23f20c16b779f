import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that confuse the webhook settings of two accounts (§ Webhook kinds, § Webhook authentication). */
export const webhookAccountMutants: readonly Mutant[] = [
  {
    name: 'setting-of-another-account-replaces',
    breaks: 'LIF-03',
    level: 'state',
    because: 'settings are kept by kind, so the account that sets its address last gets the webhooks of its own',
    rules: { settingReplaced: () => true },
  },
  {
    name: 'webhooks-to-any-address',
    breaks: 'WHK-13',
    level: 'state',
    because: 'the address is looked up by kind, and the first one found is taken',
    rules: { addressFits: () => true },
  },
  {
    name: 'webhooks-to-an-older-account',
    breaks: 'WHK-13',
    level: 'state',
    because: 'accounts are compared by their order, so one that sorts first also gets what the other is owed',
    rules: { addressFits: (account, ofRecord) => account <= ofRecord },
  },
];
