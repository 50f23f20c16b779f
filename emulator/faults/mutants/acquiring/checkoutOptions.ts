import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Mutants of the projects, assets and estimates of a checkout (§ Checkout). */
export const checkoutOptionMutants: readonly Mutant[] = [
  {
    name: 'estimates-with-margin',
    breaks: 'CHK-07',
    level: 'answer',
    because: 'estimates hold a reserve for rates that move from now on',
    rules: { estimateShown: (payAmount) => payAmount.times('1.02') },
  },
  {
    name: 'estimates-by-the-inverse',
    breaks: 'CHK-07',
    level: 'answer',
    because: 'estimates multiply by the rate where they should divide',
    rules: { estimateShown: (_payAmount, { amount, rate }) => amount.times(rate) },
  },
  {
    name: 'unknown-project-is-the-first',
    breaks: 'CHK-08',
    level: 'request',
    because: 'a project that is not found is the first one of the list',
    rules: { projectFound: (projects, id) => conformingRules.projectFound(projects, id) ?? projects[0] },
  },
  {
    name: 'malformed-project-is-the-first',
    breaks: 'CHK-08',
    level: 'request',
    because: 'what is no identifier means the default project',
    rules: {
      projectFound: (projects, id) =>
        id.startsWith('CAP-') ? conformingRules.projectFound(projects, id) : projects[0],
    },
  },
  {
    name: 'unknown-project-crashes',
    breaks: 'CHK-08',
    level: 'request',
    because: 'nobody thought of a project that is not there',
    rules: { refusalStatus: (code) => (code === 'unknown_project' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'malformed-project-crashes',
    breaks: 'CHK-08',
    level: 'request',
    because: 'the database does not compare a text with an identifier',
    rules: { refusalStatus: (code) => (code === 'malformed_project' ? 500 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'checkout-details-lack-an-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'the details of the newest asset are still missing',
    rules: {
      checkoutAssets: (assets, field) => (field === 'cryptoCurrencyDetails' ? assets.slice(0, -1) : assets),
    },
  },
  {
    name: 'checkout-chains-lack-an-asset',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'of each page of networks the first asset is left out',
    rules: {
      checkoutAssets: (assets, field) => (field === 'cryptoCurrenciesByBlockchain' ? assets.slice(1) : assets),
    },
  },
  {
    name: 'checkout-details-by-currency',
    breaks: 'CHK-09',
    level: 'answer',
    because: 'details are kept by currency since assets have networks',
    rules: overrideRecord('checkout', () => ({ cryptoCurrencyDetails: { USDT: { name: 'Tether USD' } } })),
  },
  {
    name: 'checkout-fields-gone',
    breaks: 'CHK-10',
    level: 'answer',
    because: 'fields that were never documented are no longer told',
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
    because: 'the page has a title from now on, which must be sent',
    rules: {
      fieldsNeeded: (operation) =>
        operation === 'createCheckout' ? ['type', 'name'] : conformingRules.fieldsNeeded(operation),
    },
  },
];
