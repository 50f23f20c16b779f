import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Mutants of the projects, assets and estimates of a checkout (§ Checkout). */
export const checkoutOptionMutants: readonly Mutant[] = [
  {
    name: 'estimates-with-margin',
    breaks: 'CHK-07',
    level: 'answer',
    because: 'estimates now include a reserve for moving rates',
    rules: { estimateShown: (payAmount) => payAmount.times('1.02') },
  },
  {
    name: 'estimates-by-the-inverse',
    breaks: 'CHK-07',
    level: 'answer',
    because: 'estimates multiply by the rate instead of dividing',
    rules: { estimateShown: (_payAmount, { amount, rate }) => amount.times(rate) },
  },
  {
    name: 'unknown-project-is-the-first',
    breaks: 'CHK-08',
    level: 'request',
    because: 'an unknown project falls back to the first one in the list',
    rules: { projectFound: (projects, id) => conformingRules.projectFound(projects, id) ?? projects[0] },
  },
  {
    name: 'malformed-project-is-the-first',
    breaks: 'CHK-08',
    level: 'request',
    because: 'a malformed identifier means the default project',
    rules: {
      projectFound: (projects, id) =>
        id.startsWith('CAP-') ? conformingRules.projectFound(projects, id) : projects[0],
    },
  },
  {
    name: 'unknown-project-crashes',
    breaks: 'CHK-08',
    level: 'request',
    because: 'an unknown project is not handled',
    rules: { refusalStatus: (code) => (code === 'unknown_project' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'malformed-project-crashes',
    breaks: 'CHK-08',
    level: 'request',
    because: 'the database cannot compare malformed text with an identifier',
    rules: { refusalStatus: (code) => (code === 'malformed_project' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'checkout-details-lack-an-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'the details of the newest asset are missing',
    rules: {
      checkoutAssets: (assets, field) => (field === 'cryptoCurrencyDetails' ? assets.slice(0, -1) : assets),
    },
  },
  {
    name: 'checkout-chains-lack-an-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'the first asset of each list by network is left out',
    rules: {
      checkoutAssets: (assets, field) => (field === 'cryptoCurrenciesByBlockchain' ? assets.slice(1) : assets),
    },
  },
  {
    name: 'checkout-details-by-currency',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'details are keyed by currency although assets have networks',
    rules: overrideRecord('checkout', () => ({ cryptoCurrencyDetails: { USDT: { name: 'Tether USD' } } })),
  },
  {
    name: 'checkout-fields-gone',
    breaks: 'CHK-10',
    level: 'answer',
    because: 'undocumented fields are no longer shown',
    rules: overrideRecord('checkout', () => ({
      suggestedAmounts: undefined,
      minLimits: undefined,
      maxLimits: undefined,
    })),
  },
  {
    name: 'checkout-needs-a-name',
    breaks: 'CHK-10',
    level: 'request',
    because: 'the page now has a title, which must be sent',
    rules: {
      fieldsNeeded: (operation) => [
        ...conformingRules.fieldsNeeded(operation),
        ...(operation === 'createCheckout' ? ['name'] : []),
      ],
    },
  },
];
