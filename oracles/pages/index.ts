import type { Oracles } from '../core/oracle.ts';
import { listsOptions, offersOptions, takesWithin } from './amounts.ts';
import { offersEnabled, preselects } from './choosing.ts';
import { asksWhatIsDue } from './demand.ts';
import { leadsBack, leadsBackExactly } from './ending.ts';
import { refusesWithoutEffect } from './foreign.ts';
import { makesOwnCheckout } from './links.ts';
import { offersAll } from './offersAll.ts';
import { opensCheckout, opensNoOther, showsNoRequest } from './opening.ts';
import { showsItsEnd, tellsNoSuccessYet } from './overLooks.ts';
import { keepsPrice } from './price.ts';
import { leaksNothing, needsNoToken, runsNoText } from './security.ts';
import { settlesOnce } from './settledOnce.ts';
import { offersBalance, settlesFromBalance, settlesOnlyWithFunds } from './settling.ts';
import { countsDownToItsEnd } from './timeLeft.ts';
import { opensUnchosen } from './unchosen.ts';

/** The oracles on pages in a browser, by the names that assertions use. */
export const pageOracles = {
  opensCheckout: { rule: opensCheckout },
  opensNoOther: { rule: opensNoOther, whenAbsent: 'held' },
  preselects: { rule: preselects },
  offersEnabled: { rule: offersEnabled },
  offersAll: { rule: offersAll, whenAbsent: 'held' },
  takesWithin: { rule: takesWithin },
  offersOptions: { rule: offersOptions },
  listsOptions: { rule: listsOptions },
  showsNoRequest: { rule: showsNoRequest },
  asksWhatIsDue: { rule: asksWhatIsDue, whenAbsent: 'held' },
  countsDownToItsEnd: { rule: countsDownToItsEnd, whenAbsent: 'held' },
  makesOwnCheckout: { rule: makesOwnCheckout },
  keepsPrice: { rule: keepsPrice, whenAbsent: 'held' },
  opensUnchosen: { rule: opensUnchosen, whenAbsent: 'held' },
  showsItsEnd: { rule: showsItsEnd, whenAbsent: 'held' },
  tellsNoSuccessYet: { rule: tellsNoSuccessYet, whenAbsent: 'held' },
  settlesOnce: { rule: settlesOnce, whenAbsent: 'held' },
  refusesWithoutEffect: { rule: refusesWithoutEffect, whenAbsent: 'held' },
  settlesFromBalance: { rule: settlesFromBalance },
  settlesOnlyWithFunds: { rule: settlesOnlyWithFunds, whenAbsent: 'held' },
  offersBalance: { rule: offersBalance },
  leadsBack: { rule: leadsBack },
  leadsBackExactly: { rule: leadsBackExactly, whenAbsent: 'held' },
  needsNoToken: { rule: needsNoToken },
  leaksNothing: { rule: leaksNothing, whenAbsent: 'held' },
  runsNoText: { rule: runsNoText },
} satisfies Oracles;
