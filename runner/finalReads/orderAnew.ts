import { jsonNumber } from '../../generators/amounts/prices.ts';
import { numberIn } from '../../oracles/answers/exchangeLists.ts';
import { projectInPath } from '../../oracles/core/newRecord.ts';
import { type Decimal, decimal, type ExactObject, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import { field, grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { type Plan, plan } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { ofTheHour, oneOf } from './recalls.ts';
import { sentIfLeft } from './sentIfLeft.ts';

const acquiring: readonly OperationKey[] = [
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  'POST /v1/user/crypto-acquiring/{projectId}/requests',
];

/** An accepted pay-in: what was sent besides its clientOrderId, and its amount. */
interface Taken {
  body: ExactObject;
  amount: Decimal;
}

/** The fields of a body that name a method, and those of the methods list that they name. */
const namings = { paymentMethodId: 'id', currency: 'currency', method: 'methodKey', blockchain: 'blockchain' } as const;

/** What tells the method of a pay-in from others. */
const methodOf = ({ body }: Taken): string =>
  Object.keys(namings)
    .map((name) => textField(body, name) ?? '')
    .join(' ');

/** Returns the largest amount that all listed methods allow which a body may mean; undefined if the list shows none. */
function mostOf(record: RunRecord, { body }: Taken): Decimal | undefined {
  const meant = record.methods.filter(
    ({ value }) =>
      textField(value, 'orderType') === 'PAYIN' &&
      Object.entries(namings).every(([name, listed]) => {
        const said = textField(body, name);
        return said === undefined || said === textField(value, listed);
      }),
  );
  const limits = meant.map(({ value }) => numberIn(value, 'maxLimit'));
  return limits.reduce((least, one) => (one && least?.gt(one) ? one : least), limits[0]);
}

/** Returns the accepted pay-ins that serve as control requests: the text and the lists of the target allow them. */
const takenIn = (record: RunRecord): Taken[] =>
  record.of('POST /v1/user/payments/payin').flatMap(({ class: kind, line, sent }): Taken[] => {
    const amount = field(sent, 'amount');
    if (kind !== 'accepted' || line.purpose !== 'control' || !isObject(sent) || !isExactNumber(amount)) return [];
    const { clientOrderId: _, ...body } = sent;
    return [{ body, amount: decimal(amount) }];
  });

/** Returns bodies like accepted ones, with an amount between two that were accepted of the same method, or below its maximum, so that nothing allows to refuse them. */
function newBodies(record: RunRecord): ExactObject[] {
  return [...grouped(takenIn(record), methodOf).values()].flatMap((some): ExactObject[] => {
    const [least, ...others] = some.toSorted((one, other) => one.amount.comparedTo(other.amount));
    if (!least) return [];
    const amount = least.amount.plus(decimal('10').pow(-least.amount.decimalPlaces()));
    const isWithin = [mostOf(record, least), ...others.map((one) => one.amount)].some((one) => one?.gt(amount));
    return isWithin ? [{ ...least.body, amount: jsonNumber(amount) }] : [];
  });
}

/** A creation to repeat with an id of its own, and the exchange that it is like, if assertions about that hold of it too. */
interface Anew {
  plan: Plan;
  recalls?: string;
}

const anewPayins = (record: RunRecord): Anew[] =>
  newBodies(record).map((body) => ({ plan: plan('POST /v1/user/payments/payin', { body }) }));

/** The oracles whose results are the same for a later creation with the same content. */
const lasting: ReadonlySet<string> = new Set(['accepted', 'carriesNoPrice', 'takesSettings', 'returnsAsSent']);

/** The fields of a creation that may be right today and wrong tomorrow. */
const passing = ['amount', ...ofTheHour];

/** Returns accepted checkouts and requests of the run that say nothing of amounts and times, so that they are right at any time. */
function anewInAcquiring(record: RunRecord): Anew[] {
  const named = record.assertions
    .filter(({ oracle }) => lasting.has(oracle))
    .flatMap(({ args }) => (args as { exchange?: string }).exchange ?? []);
  return [...new Set(named)].flatMap((id): Anew[] => {
    if (!record.has(id)) return [];
    const exchange = record.exchange(id);
    const { class: kind, line, sent } = exchange;
    const operation = acquiring.find((one) => one === line.operation);
    const projectId = projectInPath(exchange);
    const isRight = kind === 'accepted' && line.request.account === undefined && isObject(sent);
    if (!isRight || !operation || !projectId || passing.some((name) => field(sent, name) !== undefined)) return [];
    const { clientOrderId: _, ...body } = sent;
    return [{ plan: { operation, path: { projectId }, query: {}, body, key: 'clientOrderId' }, recalls: id }];
  });
}

/**
 * Makes an order that a text draws, of one kind or the other in turn: a pay-in of an accepted method, which is searched for, or a checkout or a request like an accepted one. After a pause, too, what
 * the lists allow must be taken.
 */
export async function orderAnew(
  api: Api,
  record: RunRecord,
  { text, nth }: { text: string; nth: number },
): Promise<void> {
  const kinds = [anewPayins(record), anewInAcquiring(record)].filter((all) => all.length > 0);
  const one = oneOf(`${text} order`, kinds[nth % Math.max(1, kinds.length)] ?? []);
  if (!one) return;
  const sent = await sentIfLeft(api, one.plan, { purpose: 'control', ...(one.recalls && { recalls: one.recalls }) });
  if (sent && one.recalls === undefined) await api.look(sent);
}
