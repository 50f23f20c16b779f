import { requestBody } from '../../../../generators/payloads/acquiringRequest.ts';
import { bareCheckout, checkoutTexts } from '../../../../generators/payloads/checkout.ts';
import { finalStatuses } from '../../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { pricesIn } from '../../../../oracles/answers/depositPrices.ts';
import { transfersOf } from '../../../../runner/actions/acquiring/transfers.ts';
import type { Price } from '../../../../schemas/domain/assets.ts';
import { decimal } from '../../../../schemas/json/exact.ts';
import type { CheckoutBody } from '../../../../schemas/requestTypes.ts';
import type { ReadBack } from '../../../../traffic/journal/journalTypes.ts';
import { create } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseStep } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, controlAction, stepOf } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { amountAt, checkoutPrices, projectTable, recordRead } from '../../builder/projects.ts';
import { crossedRows, generator, type Input, mapped, rows, type Table } from '../../builder/tables.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

/** Reads a record until it has one of the given statuses. The target file names the path of the record. */
const readUntil = (
  known: TargetInventory,
  kind: ReadBack,
  { until = finalStatuses[kind], ...of }: { project: string; id: string; until?: readonly string[] },
): CaseStep => ({ ...recordRead(known, kind, of), until });

const pay = (asset: string, address: string, amount: string): CaseStep =>
  controlAction('chain/transfers', { asset, address, amount });

/** A way in which a payer pays the requested amount. Beforehand, only the minimum of this amount is known. */
interface Way {
  /** Returns the amounts of the transfers. `asked` is the reference to the amount that is to be paid; `amount` is the amount in the request. */
  amounts(asked: string, amount: string): readonly string[];
  requirement: 'LIF-10b' | 'LIF-11b' | 'LIF-13';
  isMore?: boolean;
  /** No single transfer is enough. */
  isParted?: true;
}

/** The payer may owe more than the requested amount because of a fee. This many times the requested amount is more than the payer owes in any case. */
const farMore = 3;

const under = (amount: string) => transfersOf(decimal(amount).div(2)).exact;
const over = (amount: string) => decimal(amount).times(farMore).toFixed();

const ways: Readonly<Record<string, Way>> = {
  exactly: { amounts: (asked) => [asked], requirement: 'LIF-11b', isMore: false },
  'more than is asked': { amounts: (_, amount) => [over(amount)], requirement: 'LIF-11b', isMore: true },
  'less than is asked': { amounts: (_, amount) => [under(amount)], requirement: 'LIF-10b' },
  'a tenth less': { amounts: (_, amount) => [decimal(amount).times('0.9').toFixed()], requirement: 'LIF-10b' },
  twice: { amounts: (asked) => [asked, asked], requirement: 'LIF-13' },
  'the rest later': {
    amounts: (_, amount) => transfersOf(decimal(amount)).halves,
    requirement: 'LIF-13',
    isParted: true,
  },
};

/** Makes the assertions about a record that was paid. */
function paymentAssertions(kind: ReadBack, way: Way, amounts: readonly string[]): CaseAssertion[] {
  const args = { kind, created: '#1', paid: amounts.join(' and ') };
  const most = amounts.at(-1);
  if (way.requirement === 'LIF-10b') return [assertionOf('LIF-10b', 'endsUnderpaid', args)];
  if (way.requirement === 'LIF-13')
    return [assertionOf('LIF-13', 'paidOnce', { ...args, ...(way.isParted && most !== undefined && { most }) })];
  return [
    assertionOf('LIF-11a', 'neverUnderpaid', args),
    assertionOf('LIF-11b', 'endsPaid', { ...args, isMore: way.isMore ?? false }),
  ];
}

const evidences = ['LIF-10b', 'LIF-11a', 'LIF-11b', 'LIF-13'] as const;

const canPay = (known: TargetInventory, ...kinds: readonly ReadBack[]) =>
  known.hasTestControl && kinds.every((kind) => known.paths[kind] !== undefined);

/**
 * A project with its prices in the currency of the asset itself. For these prices, the amount to pay is known except for a fee. The asset to pay in is drawn,
 * of those that the test control API is known to pay in.
 */
interface Priced {
  project: ListedProject;
  prices: readonly Price[];
}

const pricedProjects = (known: TargetInventory): Table<Priced> =>
  mapped(projectTable(known), (project) => {
    const isPayable = ({ isOwn, minLimit, asset }: Price) => isOwn && minLimit !== undefined && asset.includes('_');
    const prices = pricesIn(project.options).filter(isPayable);
    return prices.length > 0 ? { project, prices } : undefined;
  });

/** Makes the transfers. After each transfer, makes the reads, which wait until the records have ended. At the end, makes the reads once more. */
function transfers(
  { asset, address, amounts }: { asset: string; address: string; amounts: readonly string[] },
  reads: readonly CaseStep[],
): CaseStep[] {
  return [...amounts.flatMap((amount) => [pay(asset, address, amount), ...reads]), ...reads];
}

/** A request that is paid in one of the ways. */
function paidRequest(way: Way, { project: { id }, prices }: Priced, { known, chance, name }: Input) {
  const price = chance.pick(prices);
  const amount = amountAt(price, 'of any magnitude', chance);
  const amounts = way.amounts('{{1/payAmount}}', String(amount));
  const reads = [readUntil(known, 'request', { project: id, id: '{{1/id}}' })];
  const paid = transfers({ asset: price.asset, address: '{{1/address}}', amounts }, reads);
  const steps = [create.request(id, requestBody(price, amount)), ...paid];
  return validCase(name, steps, paymentAssertions('request', way, amounts));
}

/** The statuses of a checkout after its end user has chosen an asset. */
const chosen = ['REQUEST_CREATED', 'PAYMENT_DETECTED', ...finalStatuses.checkout];

/** Returns the steps that create a checkout and choose an asset for its end user. The third step shows the request of the checkout. */
const chosenSteps = (
  known: TargetInventory,
  project: string,
  { asset, body }: { asset: string; body: CheckoutBody },
) => [
  stepOf(create.checkout(project, { ...checkoutTexts, ...body })),
  controlAction('checkouts/{{1/id}}/choose', { asset }),
  readUntil(known, 'checkout', { project, id: '{{1/id}}', until: chosen }),
];

/** Asserts that the values with which a checkout and its request were created never change. */
const unchangedAssertions = ({ settings }: ListedProject): CaseAssertion[] => [
  ...(settings.feePaidBy === 'payer' ? [assertionOf('REQ-04', 'figureHolds', { figure: 'payerFee' })] : []),
  assertionOf('REQ-04', 'payAmountRests', {}),
  assertionOf('REQ-05', 'feesByPayer', {}),
  assertionOf('CHK-02a', 'rests', { kind: 'checkout', fields: ['fixedAmount'] }),
  assertionOf('CHK-04', 'rests', { kind: 'checkout', fields: ['clientOrderId', 'name', 'returnUrl'] }),
  assertionOf('REQ-03', 'rests', { kind: 'request', fields: ['currency', 'blockchain'] }),
  assertionOf('LIF-07', 'movesForward', {}),
];

/** A checkout whose end user chooses an asset and pays in one of the ways. */
function paidCheckout(way: Way, { project, prices }: Priced, { known, chance, name }: Input) {
  const { id } = project;
  const price = chance.pick(prices);
  const { asset, currency } = price;
  const { crypto = price } = checkoutPrices(project);
  const amount = amountAt(crypto.currency === currency ? crypto : price, 'of any magnitude', chance);
  const body = bareCheckout('FIXED_PRICE', { fixedAmount: { amount, currency } });
  const amounts = way.amounts('{{3/request/payAmount}}', String(amount));
  const reads = [
    readUntil(known, 'checkout', { project: id, id: '{{1/id}}' }),
    readUntil(known, 'request', { project: id, id: '{{3/request/id}}' }),
  ];
  const paid = transfers({ asset, address: '{{3/request/address}}', amounts }, reads);
  const assertions = [...paymentAssertions('checkout', way, amounts), ...unchangedAssertions(project)];
  return validCase(name, [...chosenSteps(known, id, { asset, body }), ...paid], assertions);
}

/** A checkout without a price, and an end user who pays some amount. */
function freeCheckout({ project: { id }, prices }: Priced, { known, chance, name }: Input) {
  const price = chance.pick(prices);
  const { asset } = price;
  const steps = [
    ...chosenSteps(known, id, { asset, body: bareCheckout('NO_PRICE') }),
    pay(asset, '{{3/request/address}}', String(amountAt(price, 'of any magnitude', chance))),
    readUntil(known, 'checkout', { project: id, id: '{{1/id}}' }),
  ];
  return validCase(name, steps, assertionOf('LIF-07', 'movesForward', {}));
}

/** Checkouts and requests that are paid. */
export const paidCheckoutCases = [
  generator({ name: 'a request that is paid', evidences }, (known) =>
    canPay(known, 'request') ? crossedRows(Object.entries(ways), pricedProjects(known), paidRequest) : [],
  ),
  generator(
    {
      name: 'a checkout that is paid',
      evidences: [...evidences, 'CHK-02a', 'CHK-04', 'REQ-03', 'REQ-04', 'REQ-05', 'LIF-07'],
    },
    (known) =>
      canPay(known, 'checkout', 'request')
        ? crossedRows(Object.entries(ways), pricedProjects(known), paidCheckout)
        : [],
  ),
  generator({ name: 'a checkout of no price that is paid', evidences: ['LIF-07'] }, (known) =>
    canPay(known, 'checkout') ? rows(pricedProjects(known), freeCheckout) : [],
  ),
];
