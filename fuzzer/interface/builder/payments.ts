import { type OrderType, type PaymentBodies, paymentBody, requiredBody } from '../../../generators/payloads/payment.ts';
import { memoized } from '../../../oracles/core/memoize.ts';
import { isOf, type Method, methodName } from '../../../runner/actions/inputs/methods.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { amountRange, isCoveredByBalance } from './amountRanges.ts';
import { assertionOf, drawBody } from './caseSteps.ts';
import { type Defect, refusalCase } from './cases.ts';
import { crossed, type Draw, type Input, nameTable, type Table } from './tables.ts';

const bodyOf = {
  'by paymentMethodId': memoized(<Type extends OrderType>(method: Method<Type>) => requiredBody(method)),
  'by currency and method': memoized(<Type extends OrderType>(method: Method<Type>) => paymentBody(method)),
};

/** The ways to name the method of a payment (§ Payments, the two bodies). */
export type MethodReference = keyof typeof bodyOf;

/** Every way to name a method. */
export const methodReferences = Object.keys(bodyOf) as MethodReference[];

/** A payment whose body is drawn. */
export interface DrawnPayment<Type extends OrderType = OrderType> {
  body: PaymentBodies[Type];
  /** Plans its creation, with other values for some fields. */
  plan(changes?: Partial<PaymentBodies[Type]>): Plan;
}

/** Draws a payment by a method; undefined if its body lacks a value that only the operator knows. */
export function drawPayment<Type extends OrderType>(
  method: Method<Type>,
  way: MethodReference,
  chance: SeededRandom,
): DrawnPayment<Type> | undefined {
  const body = drawBody(bodyOf[way](method), chance);
  return body && { body, plan: (changes) => create.payment(method, { ...body, ...changes }) };
}

/** Draws a payment by a method, and makes a case of it. */
export function paymentCase<Type extends OrderType>(
  method: Method<Type>,
  way: MethodReference,
  make: (payment: DrawnPayment<Type>, input: Input) => FuzzCase | undefined,
): Draw {
  return (input) => {
    const payment = drawPayment(method, way, input.chance);
    return payment && make(payment, input);
  };
}

/** Asserts that a control request for a payment is accepted and leads to a payment. */
function controlAssertions({ operation, body = {} }: Plan): CaseAssertion[] {
  const words = ['currency', 'method', 'paymentMethodId'].flatMap((name) => body[name] ?? []);
  const args = { exchange: '#1', what: `a sound payment by ${words.join(' ')}` };
  if (operation === 'POST /v1/user/payments/payout') return [assertionOf('OUT-01', 'isFound', args)];
  if (operation !== 'POST /v1/user/payments/payin') return [];
  const listed = 'paymentMethodId' in body ? [assertionOf('SBX-09', 'accepted', args)] : [];
  return [assertionOf('PIN-01', 'answersPayment', args), ...listed];
}

/** A payment that must be refused for a defect. */
export interface DefectivePayment extends Defect {
  requirement: string;
  plan: Plan;
}

/** Makes the case of a refused payment. Its valid request must be accepted and lead to a payment. */
export function refusedPayment(control: Plan, { requirement, plan, ...defect }: DefectivePayment): FuzzCase {
  const { claims = [], ...made } = refusalCase(requirement, [control, plan], defect);
  return { ...made, claims: [...controlAssertions(control), ...claims] };
}

/** Draws a valid payment by a method, and makes the case of a defect of it, which must be refused. */
export function paymentRefusal<Type extends OrderType>(
  method: Method<Type>,
  way: MethodReference,
  defectOf: (payment: DrawnPayment<Type>, input: Input) => DefectivePayment | undefined,
): Draw {
  return paymentCase(method, way, (payment, input) => {
    const defective = defectOf(payment, input);
    return defective && refusedPayment(payment.plan(), defective);
  });
}

/** The blockchains that the text names for sending USDT (§ Payments, the two bodies). */
const chainsOfUsdt = ['ETHEREUM', 'TRON'];

/** True if currency and method, with a blockchain that the text names, identify a listed method. */
const isClear = ({ currency, blockchain = '', isAmbiguous = false }: Method) =>
  !isAmbiguous && (currency !== 'USDT' || chainsOfUsdt.includes(blockchain));

/** Returns the listed methods of a direction. For bodies by currency and method, returns only the methods that this pair identifies. */
export function listedMethods<Type extends OrderType>(
  known: TargetInventory,
  orderType: Type,
  way: MethodReference = 'by paymentMethodId',
): Method<Type>[] {
  const listed = known.methods.filter(isOf(orderType));
  return way === 'by paymentMethodId' ? listed : listed.filter(isClear);
}

/** Returns the listed methods of a direction whose minimum the balance covers. */
export function coveredMethods<Type extends OrderType>(
  known: TargetInventory,
  orderType: Type,
  way?: MethodReference,
): Method<Type>[] {
  return listedMethods(known, orderType, way).filter((one) => isCoveredByBalance(known, one, amountRange(one).least));
}

/** Returns methods with their names. */
export const methodTable = <Type extends OrderType>(methods: readonly Method<Type>[]): Table<Method<Type>> =>
  methods.map((method) => [methodName(method), method] as const);

/** Returns a row for each method, with the same addition to its name. */
export const methodRows = <Type extends OrderType>(
  methods: readonly Method<Type>[],
  addition: string,
  draw: (method: Method<Type>) => Draw | undefined,
): Table => crossed(methodTable(methods), nameTable([addition]), draw);

/** Returns a row for each way to vary the payment of each method, method by method. */
export const variedMethods = <Type extends OrderType, Way>(
  methods: readonly Method<Type>[],
  waysOf: (method: Method) => Table<Way>,
  draw: (method: Method<Type>, way: Way) => Draw | undefined,
): Table => methods.flatMap((method) => crossed(methodTable([method]), waysOf(method), draw));
