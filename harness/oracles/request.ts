import { isAddressOf } from '../../schemas/addresses.ts';
import { decimal, type Exact, isExactNumber } from '../../schemas/exact.ts';
import { parseInstant } from '../../schemas/formats.ts';
import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type RunRecord, type Sighting, textField } from '../record.ts';
import { requestsIn } from './acquired.ts';
import { numberIn } from './rates.ts';
import { accepted } from './reply.ts';
import { faulty, type Ruling, ruling } from './ruling.ts';

/** The project in the path of a request of § Crypto acquiring. */
export function projectIn({ line }: Exchange): string | undefined {
  const [, escaped] = /\/crypto-acquiring\/([^/?]+)\//.exec(line.request.path) ?? [];
  return escaped === undefined ? undefined : decodeURIComponent(escaped);
}

const shown = (value: Exact | undefined) => excerpt(value ?? 'nothing');

function atCreation({ where, value, exchange }: Sighting, name: string, wanted: string): Fault {
  return {
    code: 'notAtCreation',
    where: `${where}/${name}`,
    wanted,
    seen: shown(field(value, name)),
    exchanges: [exchange.id],
  };
}

/** What nothing has been paid to yet has none of (REQ-01). */
const unset = ['checkoutId', 'payment', 'paymentId', 'txHash'];

/** A new request waits for its payment at an address, is of the project of the path, and carries the id that it was sent with (REQ-01). */
export function startsWaiting(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const asSent: Record<string, string | undefined> = {
    cryptoAcquiringProjectId: projectIn(exchange),
    clientOrderId: textField(exchange.sent, 'clientOrderId'),
  };
  const others = Object.entries(asSent).filter(
    ([name, sent]) => sent !== undefined && (field(value, name) ?? sent) !== sent,
  );
  return [
    ...(field(value, 'status') === 'WAITING_PAYMENT' ? [] : [atCreation(sighting, 'status', 'WAITING_PAYMENT')]),
    ...(textField(value, 'address') ? [] : [atCreation(sighting, 'address', 'set')]),
    ...unset
      .filter((name) => field(value, name) !== undefined)
      .map((name) => atCreation(sighting, name, 'null or absent')),
    ...others.map(([name, sent = '']) => atCreation(sighting, name, excerpt(sent))),
  ];
}

/** Every request that the run has made starts so (REQ-01), whatever for it was made. */
export function requestsStart(record: RunRecord): Ruling {
  const made = requestsIn(record).filter(({ source }) => source === 'create');
  if (made.length === 0) return faulty({ code: 'noEvidence', wanted: 'an accepted create request', exchanges: [] });
  return ruling(
    made.map(({ exchange }) => exchange.id),
    made.flatMap(startsWaiting),
  );
}

const isSent = ({ exchange }: Sighting, name: string) => field(exchange.sent, name) !== undefined;

/** A request that was sent with an amount and its currency. */
export const isSentPriced = (sighting: Sighting): boolean =>
  isExactNumber(field(sighting.exchange.sent, 'amount')) && textField(sighting.exchange.sent, 'amountIn') !== undefined;

/** A request that was sent with neither an amount nor a currency of it. */
export const isSentUnpriced = (sighting: Sighting): boolean =>
  sighting.exchange.sent !== undefined && !isSent(sighting, 'amount') && !isSent(sighting, 'amountIn');

/** With amount and amountIn a request is of a fixed price: that amount in that currency (REQ-02). */
export function hasItsPrice(sighting: Sighting): Fault[] {
  const { sent } = sighting.exchange;
  const [wanted, seen] = [numberIn(sent, 'amount'), numberIn(sighting.value, 'requestAmount')];
  const amountIn = textField(sent, 'amountIn') ?? '';
  return [
    ...(wanted && seen?.eq(wanted) ? [] : [atCreation(sighting, 'requestAmount', `${wanted?.toFixed()}, as sent,`)]),
    ...(textField(sighting.value, 'requestAmountIn') === amountIn
      ? []
      : [atCreation(sighting, 'requestAmountIn', `${excerpt(amountIn)}, as sent,`)]),
  ];
}

/** With neither it is NO_PRICE: it has no amount, and carries the limits for one (REQ-02). */
export function hasNoPrice(sighting: Sighting): Fault[] {
  const { value } = sighting;
  const amount = field(value, 'requestAmount');
  const isPriced = amount !== undefined && !(isExactNumber(amount) && decimal(amount).isZero());
  const [least, most] = [numberIn(value, 'minLimit'), numberIn(value, 'maxLimit')];
  return [
    ...(isPriced ? [atCreation(sighting, 'requestAmount', 'null, for nothing was sent,')] : []),
    ...(least ? [] : [atCreation(sighting, 'minLimit', 'a number, for no amount was sent,')]),
    ...(most ? [] : [atCreation(sighting, 'maxLimit', 'a number, for no amount was sent,')]),
  ];
}

/** A request is of the asset that it was asked for: <BLOCKCHAIN>_<CURRENCY> (REQ-03). */
export function isOfAsset(record: RunRecord, { exchange, asset }: { exchange: string; asset: string }): Ruling {
  const made = record.exchange(exchange);
  const what = `a request of ${asset}`;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  const [blockchain, currency] = ['blockchain', 'currency'].map((name) => textField(made.json, name) ?? 'nothing');
  const seen = `${blockchain}_${currency}`;
  if (seen === asset) return ruling([exchange], []);
  const wanted = `its blockchain and currency, ${asset.slice(0, asset.lastIndexOf('_'))} and ${asset.slice(asset.lastIndexOf('_') + 1)},`;
  return faulty({ code: 'differs', what, wanted, seen: `${blockchain} and ${currency}`, exchanges: [exchange] });
}

const instantIn = (value: Exact, name: string) => parseInstant(textField(value, name) ?? '')?.epochNs;

/** A request is made before its window ends and before it expires (REQ-06); what is not shown is not judged. */
export function endsAfterItsStart(sighting: Sighting): Fault[] {
  const { value } = sighting;
  const made = instantIn(value, 'createdAt');
  return ['paymentWindowEndsAt', 'expiresAt'].flatMap((name) => {
    const end = instantIn(value, name);
    const isBefore = made !== undefined && end !== undefined && end < made;
    return isBefore ? [atCreation(sighting, name, `not before createdAt ${textField(value, 'createdAt')}`)] : [];
  });
}

/** A new request has not been updated yet (REQ-06): interface.md calls lastUpdatedAt nullable and no more, so that this is advice. */
export function isNotUpdated({ where, value, exchange }: Sighting): Fault | undefined {
  const seen = field(value, 'lastUpdatedAt');
  if (seen === undefined) return undefined;
  return { code: 'updatedAtCreation', where: `${where}/lastUpdatedAt`, seen: excerpt(seen), exchanges: [exchange.id] };
}

/** The address of a request is one of its blockchain (REQ-07); of a blockchain that we do not know nothing is said. */
export function hasAddressOfItsChain({ where, value, exchange }: Sighting): Fault | undefined {
  const [blockchain, address] = [textField(value, 'blockchain') ?? '', textField(value, 'address')];
  if (address === undefined || isAddressOf(blockchain, address) !== false) return undefined;
  const wanted = `a well-formed address of ${blockchain}`;
  return {
    code: 'schema',
    where: `${where}/address`,
    keyword: 'format',
    wanted,
    seen: excerpt(address),
    exchanges: [exchange.id],
  };
}

/** A request whose blockchain is one that we know the addresses of. */
export const isOfKnownChain = ({ value }: Sighting): boolean =>
  isAddressOf(textField(value, 'blockchain') ?? '', textField(value, 'address') ?? '') !== undefined;
