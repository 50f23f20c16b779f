import { ifEffect, type Oracles, ofRecord } from '../core/oracle.ts';
import { accepted, acceptedLike, answersJson, refused, takesEach } from './acceptance.ts';
import { staysPlain } from './acceptedTypes.ts';
import { showsComponent } from './componentShape.ts';
import { neverCrashes, survives } from './crash.ts';
import { answersWith, appears, halfPriceIs, receiverShown, textBecomes } from './observedAnswers.ts';
import { refusedAs } from './refusalForms.ts';

/** The oracles on any request, by the names that assertions use. */
export const generalOracles = {
  accepted: { rule: accepted },
  acceptedLike: { rule: acceptedLike },
  takesEach: { rule: takesEach },
  answersJson: { rule: answersJson },
  staysPlain: { rule: staysPlain },
  refused: { rule: refused, whenAbsent: ifEffect },
  appears: { rule: appears, whenAbsent: 'learned' },
  receiverShown: { rule: receiverShown, whenAbsent: 'learned' },
  textBecomes: { rule: textBecomes },
  neverCrashes: { rule: ofRecord(neverCrashes), whenAbsent: 'held' },
  survives: { rule: survives },
  refusedAs: { rule: refusedAs },
  answersWith: { rule: answersWith, whenAbsent: 'learned' },
  halfPriceIs: { rule: halfPriceIs, whenAbsent: 'learned' },
  showsComponent: { rule: showsComponent },
} satisfies Oracles;
