import { balanceRules } from './balance.ts';
import { pageDisclosureRules } from './disclosure.ts';
import { hostedPageRules } from './hostedPage.ts';
import { lookRules } from './look.ts';
import { offerRules } from './offers.ts';
import { visitorRules } from './visitors.ts';
import { widgetRules } from './widget.ts';

/** Every rule of the end user's side: hosted pages, payment links, the widget. */
export const pageSectionRules = {
  ...balanceRules,
  ...pageDisclosureRules,
  ...hostedPageRules,
  ...lookRules,
  ...offerRules,
  ...visitorRules,
  ...widgetRules,
};
