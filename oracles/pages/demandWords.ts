import { currencyOf } from '../../schemas/domain/assets.ts';
import type { Exact } from '../../schemas/json/exact.ts';
import { decimal, isExactNumber } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { answersTo, listedAssets } from '../answers/acquiringRecords.ts';
import { amountsIn } from './view/amounts.ts';
import { chainOf, chainsToPayOn, isRecognized, namesCurrencyOf, namesOwnChain } from './view/assetWords.ts';
import { isPressable, type ViewNode } from './view/viewNodes.ts';
import { recordOf, type Seen, shows } from './visits.ts';

/** A look at where to pay, and the request whose payment is waited for. */
interface Asked {
  look: Seen;
  request: Exact | undefined;
}

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** True for an element that is pressed, or stands in one: it may lead to another network. */
const isPressed = (node: ViewNode): boolean =>
  isPressable(node) || (node.parent !== undefined && isPressed(node.parent));

/** Returns the texts that the service itself says in a look: without the texts of merchants, and without what leads elsewhere. */
function ownTexts(record: RunRecord, page: PageLine, { nodes }: Seen): string[] {
  const of = recordOf(record, page);
  const theirs = ['name', 'clientOrderId', 'projectName', 'merchantDomain']
    .map((name) => spaced(textField(of, name) ?? ''))
    .filter((text) => text.length > 2);
  const said = nodes.filter((node) => !isPressed(node)).flatMap(({ name, value }) => [spaced(name), spaced(value)]);
  return said.filter(Boolean).map((text) => theirs.reduce((whole, one) => whole.replaceAll(one, ' '), text));
}

/** Every asset that the deposit options of the run list. */
const everyAsset = (record: RunRecord): string[] =>
  answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options').flatMap(({ value }) =>
    listedAssets(value),
  );

/** Returns the faults of a look that names another blockchain than that of the request, or its amount in another crypto currency, and its own nowhere. */
export function wordFaults(record: RunRecord, page: PageLine, { look, request }: Asked): Fault[] {
  const [currency, blockchain, due] = [
    textField(request, 'currency'),
    textField(request, 'blockchain'),
    field(request, 'payAmount'),
  ];
  if (currency === undefined || blockchain === undefined) return [];
  const own = `${blockchain}_${currency}`;
  const others = everyAsset(record).filter((asset) => asset !== own);
  const texts = ownTexts(record, page, look);
  const chains = texts.flatMap((text) => chainsToPayOn(text, currency));
  const wrong = [...new Set(chains)].filter((name) => others.some((asset) => chainOf(asset) === name));
  // What can be pressed may name the own one, too.
  const isNamed = !isRecognized(chainOf(own)) || namesOwnChain(own, look.text);
  const amounts = isExactNumber(due) ? amountsIn(texts.join(' ')).filter(({ amount }) => amount.eq(decimal(due))) : [];
  const coins = amounts.filter(
    (one) => one.currency !== currency && others.some((asset) => currencyOf(asset) === one.currency),
  );
  const where = `on its page (${look.step})`;
  return [
    ...(isNamed || wrong.length !== 1
      ? []
      : [shows(page, `the blockchain of the request, ${blockchain}, ${where}`, wrong.join(', '))]),
    ...(namesCurrencyOf(own, look.text) || coins.length === 0
      ? []
      : [
          shows(
            page,
            `the currency of the request, ${currency}, ${where}`,
            coins.map((one) => one.currency).join(', '),
          ),
        ]),
  ];
}
