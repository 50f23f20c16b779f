import type { Oracles } from '../core/oracle.ts';
import { offersOptions, takesWithin } from './amounts.ts';
import { offersEnabled, preselects } from './choosing.ts';
import { leadsBack } from './ending.ts';
import { opensCheckout, opensNoOther, showsNoRequest } from './opening.ts';
import { leaksNothing, needsNoToken, runsNoText } from './security.ts';
import { offersBalance, settlesFromBalance } from './settling.ts';
import { announcesStatuses, cannotBeForged, hasWidgetWidth, rendersCheckout, showsNothingElsewhere } from './widget.ts';

/** The oracles on pages in a browser, by the names that assertions use. */
export const pageOracles = {
  opensCheckout: { rule: opensCheckout },
  opensNoOther: { rule: opensNoOther, whenAbsent: 'held' },
  preselects: { rule: preselects },
  offersEnabled: { rule: offersEnabled },
  takesWithin: { rule: takesWithin },
  offersOptions: { rule: offersOptions },
  showsNoRequest: { rule: showsNoRequest },
  settlesFromBalance: { rule: settlesFromBalance },
  offersBalance: { rule: offersBalance },
  leadsBack: { rule: leadsBack },
  needsNoToken: { rule: needsNoToken },
  leaksNothing: { rule: leaksNothing, whenAbsent: 'held' },
  runsNoText: { rule: runsNoText },
  rendersCheckout: { rule: rendersCheckout },
  announcesStatuses: { rule: announcesStatuses },
  hasWidgetWidth: { rule: hasWidgetWidth },
  showsNothingElsewhere: { rule: showsNothingElsewhere },
  cannotBeForged: { rule: cannotBeForged },
} satisfies Oracles;
