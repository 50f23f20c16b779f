import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { allAddresses, bundlesIn } from '../../acquiring/bundles/bundleAddresses.ts';
import { riseOf } from '../../answers/balances.ts';
import { notInTime } from '../../core/deadline.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { announcementOf, textsOf } from '../received/announcement.ts';
import { leastAnnouncements } from '../received/attempts.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { receivedOfKind } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { notReceivedFault, unsetFault, wasReceiving } from '../received/registrations.ts';

/** The limits and fees of a static address (§ Static address, values), and its identifiers. */
export interface AddressTerms {
  address: string;
  id: string | undefined;
  minLimit: Decimal;
  percentFee: Decimal;
  fixedFee: Decimal;
  networkFeeEstimate: Decimal;
}

const figures = ['minLimit', 'percentFee', 'fixedFee', 'networkFeeEstimate'] as const;

/** Returns the terms of an asset's address in the answer that shows its bundle; undefined if they are incomplete. */
export function addressTermsOf(bundle: Exchange, asset: string): AddressTerms | undefined {
  const { json } = bundle;
  const value = json !== null && typeof json === 'object' && !Array.isArray(json) ? json : undefined;
  const all =
    value && bundle.class === 'accepted'
      ? allAddresses({ exchange: bundle, where: '', value: value as never }, 'addresses')
      : [];
  const own = all.find((one) => one.asset === asset)?.value;
  const address = textField(own, 'address');
  const shown = figures.map((name) => field(field(own, 'values'), name));
  const [minLimit, percentFee, fixedFee, networkFeeEstimate] = shown.map((one) =>
    isExactNumber(one) ? decimal(one) : undefined,
  );
  if (address === undefined || !minLimit || !percentFee || !fixedFee || !networkFeeEstimate) return undefined;
  return { address, id: textField(own, 'id'), minLimit, percentFee, fixedFee, networkFeeEstimate };
}

/** A payment to a static address: the call that shows its bundle, the payment, and reads of the balances before and after. */
export interface DepositArgs {
  bundle: string;
  asset: string;
  amount: string;
  before: string;
  after: string;
}

/** A deposit with the terms of its address, and the read up to which the deposit is judged. */
export interface Deposit extends DepositArgs {
  terms: AddressTerms;
  made: Exchange;
  seenUntil: Exchange;
  exchanges: readonly string[];
}

/** Returns a deposit with its terms; undefined if the bundle does not show them. */
export function depositOf(record: RunRecord, args: DepositArgs): Deposit | undefined {
  const made = record.exchange(args.bundle);
  const terms = addressTermsOf(made, args.asset);
  const exchanges = [args.bundle, args.before, args.after];
  return terms && { ...args, terms, made, seenUntil: record.exchange(args.after), exchanges };
}

/** Returns the result for a bundle that shows no terms. */
export const missingTerms = ({ bundle }: DepositArgs): OracleResult =>
  faultResult({ code: 'noEvidence', wanted: 'a static address with its limits and fees', exchanges: [bundle] });

const lower = (text: string) => text.toLowerCase();

/** Returns the deliveries that name a deposit's address. */
export function deliveriesFor(record: RunRecord, { terms }: Deposit): Delivery[] {
  const names = new Set([lower(terms.address), lower(terms.id ?? terms.address)]);
  return receivedOfKind('staticAddressPayment')(record).flatMap(({ delivery }) =>
    textsOf(delivery).some((text) => names.has(lower(text))) ? [delivery] : [],
  );
}

/** Returns the deliveries that name a static address of this run. */
export const deliveriesOfRun = memoizedByRecord((record): Delivery[] => {
  const all = bundlesIn(record).flatMap((bundle) => allAddresses(bundle, 'addresses'));
  const names = new Set(
    all.flatMap(({ value }) => ['address', 'id'].flatMap((name) => textField(value, name)?.toLowerCase() ?? [])),
  );
  const received = receivedOfKind('staticAddressPayment')(record).map(({ delivery }) => delivery);
  return received.filter((delivery) => textsOf(delivery).some((text) => names.has(lower(text))));
});

/** True if a body of this kind names an address of this run. Only then can bodies be assigned to addresses. */
export const namesOwnAddress = (record: RunRecord): boolean => deliveriesOfRun(record).length > 0;

/** Returns the statuses in some deliveries. */
export const statusesOf = (deliveries: readonly Delivery[]) =>
  new Set(deliveries.flatMap((delivery) => announcementOf(delivery).status ?? []));

const ended = (statuses: ReadonlySet<string>) => statuses.has('SUCCESS') || statuses.has('FAILED');

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

/** Returns the statuses that reads show for the payments named in some deliveries, up to the last read of the deposit. */
function statusesRead(record: RunRecord, { seenUntil }: Deposit, deliveries: readonly Delivery[]): Set<string> {
  const named = new Set(deliveries.flatMap(textsOf).filter((text) => text.startsWith('PMT-')));
  const own = record.payments.filter(
    ({ value, exchange }) => named.has(textField(value, 'id') ?? '') && exchange.receivedNs <= seenUntil.receivedNs,
  );
  const statuses = new Set(own.flatMap(({ value }) => textField(value, 'status') ?? []));
  // A creation need not be announced.
  statuses.delete('NEW');
  return statuses;
}

/** A payment to a static address is announced, and so is its outcome if bodies show statuses (SAB-09). */
export function depositAnnounced(record: RunRecord, args: DepositArgs): OracleResult {
  const deposit = depositOf(record, args);
  if (!deposit) return missingTerms(args);
  const { exchanges, terms, seenUntil, made } = deposit;
  if (!wasReceiving(record, 'staticAddressPayment', made)) return faultResult(notReceivedFault('staticAddressPayment'));
  const own = deliveriesFor(record, deposit);
  const statuses = statusesOf(own);
  const isOver = !record.live && isDeliveryDue(record, made, seenUntil);
  const all = [...exchanges, ...idsOf(own)];
  const what = `${args.amount} ${args.asset} to ${terms.address}`;
  const lack = (wanted: string): OracleResult => faultResult({ code: 'noEvidence', wanted, exchanges: all });
  const broken = (wanted: string, seen: string): OracleResult =>
    faultResult(
      unlessDisturbed(record, {
        code: 'differs',
        what: `the content of webhooks for ${what}`,
        wanted,
        seen,
        exchanges: all,
      }),
    );
  if (own.length === 0) {
    if (!isOver) return record.live ? toResult(all, []) : lack(`a webhook for ${what}`);
    const received = receivedOfKind('staticAddressPayment')(record);
    const fault = received.length === 0 ? unsetFault(record, 'staticAddressPayment', exchanges) : undefined;
    if (fault) return faultResult(fault);
    const isOther = received.length > 0 && !namesOwnAddress(record);
    if (isOther) return lack('a static address webhook that names its address');
    return broken('the detection of the payment', 'nothing');
  }
  const read = statusesRead(record, deposit, own);
  const isUnreported =
    statuses.size > 0 && leastAnnouncements(own) < read.size && [...read].some((one) => !statuses.has(one));
  if (isOver && isUnreported)
    return broken(`each status that reads showed (${[...read].join(', ')})`, [...statuses].join(', '));
  const rose = riseOf(record, deposit, currencyOf(args.asset));
  if (!rose?.gt(0) || statuses.size === 0 || ended(statuses)) return toResult(all, []);
  return isOver ? broken('SUCCESS, since the payment was credited,', [...statuses].join(', ')) : lack('its end');
}

/** A payment below the minimum of its static address fails (SAB-10). */
export function depositFails(record: RunRecord, args: DepositArgs): OracleResult {
  const deposit = depositOf(record, args);
  if (!deposit) return missingTerms(args);
  const { exchanges, terms, made } = deposit;
  if (!wasReceiving(record, 'staticAddressPayment', made)) return faultResult(notReceivedFault('staticAddressPayment'));
  const own = deliveriesFor(record, deposit);
  const statuses = statusesOf(own);
  const all = [...exchanges, ...idsOf(own)];
  const what = `${args.amount} ${args.asset} to ${terms.address} (minimum ${terms.minLimit.toFixed()})`;
  const differs = (seen: string): Fault => ({
    code: 'differs',
    what: `the outcome of ${what}`,
    wanted: 'FAILED',
    seen,
    exchanges: all,
  });
  if (statuses.has('SUCCESS')) return faultResult(differs('SUCCESS'));
  if (statuses.has('FAILED') || record.live) return toResult(all, []);
  if (statuses.size > 0 && isDeliveryDue(record, made, record.exchange(args.before)))
    return faultResult(unlessDisturbed(record, differs([...statuses].join(', '))));
  return faultResult(notInTime(record, 'finalMs', { wanted: `a webhook with the outcome of ${what}`, exchanges: all }));
}
