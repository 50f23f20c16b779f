import { grouped, type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { distinctStates } from '../../core/history.ts';
import { type Echo, echoesOf } from '../echoes.ts';
import { disagreementFault } from '../viewAgreement.ts';

/** A card number in a view of a pay-out, and the name under which the journal keeps the card of the request. */
interface ShownCard {
  asked: string;
  shown: string;
  echo: Echo;
  sighting: PaymentSighting;
}

const cardsIn = (echo: Echo): ShownCard[] =>
  distinctStates(echo.shown).flatMap((sighting) => {
    const [asked, shown] = [textField(echo.exchange.sent, 'cardNumber'), textField(sighting.value, 'payoutCardNumber')];
    return asked !== undefined && shown ? [{ asked, shown, echo, sighting }] : [];
  });

/** The journal replaces a whole card number by the name of its card. */
const isReplaced = (text: string) => text.startsWith('<');

const oftenest = (texts: readonly string[]) =>
  [...grouped(texts, (text) => text).values()].toSorted((a, b) => b.length - a.length)[0]?.[0];

function faultOf({ asked, shown, echo, sighting }: ShownCard, usual: string | undefined): Fault | undefined {
  const wanted = isReplaced(shown) ? asked : usual;
  if (wanted === undefined) return undefined;
  const request = { source: 'request' as const, exchange: echo.exchange, value: { payoutCardNumber: wanted } };
  return disagreementFault(
    'payoutCardNumber',
    [request, sighting],
    isReplaced(shown) ? (one, other) => one === other : undefined,
  );
}

/**
 * Every pay-out shows the card that it was asked for, masked or whole (PAY-11). The journal has no card numbers, so the digits that most pay-outs to a card show
 * count as the digits of this card.
 */
export function showsItsCard(record: RunRecord): Fault[] {
  const cards = grouped(echoesOf(record).flatMap(cardsIn), ({ asked }) => asked);
  return [...cards.values()].flatMap((ofOne) => {
    const usual = oftenest(ofOne.flatMap(({ shown }) => (isReplaced(shown) ? [] : shown)));
    return ofOne.flatMap((one) => faultOf(one, usual) ?? []);
  });
}
