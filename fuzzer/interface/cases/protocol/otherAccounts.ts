import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { invalidCase, refusalCase } from '../../builder/cases.ts';
import { listedMethods } from '../../builder/payments.ts';
import { type Draw, generator, mapped, nameTable, type Table } from '../../builder/tables.ts';
import { drawnRead, payinBody, schemes, validReads, writeCase, writeOperations } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

const authentication = { keyword: 'authentication', place: 'header' };

/** The credential of another account, and the requirement by which it must be refused. */
interface Foreign {
  requirement: string;
  account: string;
  signing: 'signed' | 'simple';
}

/** Makes a case of a valid request of this account, then the same request with a credential that must be refused. */
function refusedTo({ requirement, account, signing }: Foreign, plan: Plan, before: readonly CaseStep[] = []): FuzzCase {
  const what = `${plan.operation} by ${account}, ${signing}`;
  return refusalCase(requirement, [...before, plan, stepOf(plan, { account, signing })], { what, ...authentication });
}

/** Makes the case generators for the requests of an account: one for its reads, one for its writes. */
function closedTo(purpose: 'revoked' | 'otherEnvironment', requirement: string) {
  // The secret of another environment must not be sent to this one. It is only used for signing.
  const schemesOfReads = purpose === 'revoked' ? schemes : (['signed'] as const);
  const withAccount = (rowsFor: (account: string, known: TargetInventory) => Table) => (known: TargetInventory) => {
    const account = known.accounts[purpose];
    return account === undefined ? [] : rowsFor(account, known);
  };
  return [
    generator(
      { name: `read by the account ${purpose}`, evidences: [requirement], posts: 0, isMisuse: true },
      withAccount((account, known) =>
        validReads(known).flatMap((request) =>
          schemesOfReads.map((signing): [string, Draw] => [
            `${request.plan.operation} ${signing}`,
            (input) => {
              const { plan, before } = drawnRead(request, input);
              return refusedTo({ requirement, account, signing }, plan, before);
            },
          ]),
        ),
      ),
    ),
    generator(
      { name: `written by the account ${purpose}`, evidences: [requirement], isMisuse: true },
      withAccount((account) =>
        mapped(nameTable(writeOperations), (operation) =>
          writeCase(operation, (plan) => refusedTo({ requirement, account, signing: 'signed' }, plan)),
        ),
      ),
    ),
  ];
}

const traceLetters = 'abcdefghijkmnpqrstuvwxyz';

/** Makes a word that occurs in no payment of another account. */
const traceOf = (chance: SeededRandom) =>
  `trace-${Array.from({ length: 20 }, () => traceLetters[chance.below(traceLetters.length)]).join('')}`;

const newest = { sort: 'createdAt,desc', size: '50' };

/** How another account might find a payment: by its ids, or in lists that must not contain it. */
const roads: Readonly<Record<string, Plan>> = {
  'by its id': read.payment('{{1/id}}'),
  'search by orderId': read.search({ orderId: '{{1/orderId}}' }),
  'search by clientOrderId': read.search({ clientOrderId: '{{key}}' }),
  'search by currency': read.search({ ...newest, currency: '{{1/currency}}' }),
  'search by status': read.search({ ...newest, status: '{{1/status}}' }),
  'search by orderType': read.search({ ...newest, orderType: 'PAYIN' }),
  'the newest of search': read.search(newest),
  'the list': read.payments(),
};

/** A payment of this account that another account requests. */
const foreignPayment =
  (account: string, asked: Table<Plan>): Draw =>
  ({ known, chance }) => {
    const body = payinBody(known, chance);
    if (!body) return undefined;
    const trace = traceOf(chance);
    const looks = [read.methods(), ...asked.map(([, plan]) => plan)].map((plan) => stepOf(plan, { account }));
    return invalidCase(
      { ...authentication, words: 'a record of another account' },
      [create.payin({ ...body, comment: trace }), ...looks],
      asked.map(([name], at) => {
        const args = { own: '#1', theirs: '#2', foreign: `#${at + 3}`, trace, what: `a payment ${name}` };
        return assertionOf('AUT-09', 'staysHidden', args);
      }),
    );
  };

/** Returns the label of the second account, and the first project; undefined if one of them is missing. */
function foreignProject({ accounts: { second }, projects: [project] }: TargetInventory) {
  const foreign = { requirement: 'AUT-09', account: second ?? '', signing: 'signed' as const };
  return second !== undefined && project ? { foreign, project } : undefined;
}

/** Requests with the credentials of other accounts. */
export const otherAccountCases = [
  ...closedTo('revoked', 'AUT-08'),
  ...closedTo('otherEnvironment', 'SBX-01'),
  generator({ name: 'a payment asked for by another account', evidences: ['AUT-09'], isMisuse: true }, (known) => {
    const { second } = known.accounts;
    if (second === undefined || listedMethods(known, 'PAYIN').length === 0) return [];
    const all = Object.entries(roads);
    return [
      ['all ways', foreignPayment(second, all)],
      ...all.map((road) => [road[0], foreignPayment(second, [road])] as const),
    ];
  }),
  generator({ name: 'a project read by another account', evidences: ['AUT-09'], posts: 0, isMisuse: true }, (known) => {
    const found = foreignProject(known);
    return found ? [['deposit options', () => refusedTo(found.foreign, read.depositOptions(found.project.id))]] : [];
  }),
  generator({ name: 'a project used by another account', evidences: ['AUT-09'], isMisuse: true }, (known) => {
    const found = foreignProject(known);
    const operations = found ? writeOperations.filter((one) => one.includes('{projectId}')) : [];
    return mapped(nameTable(operations), (operation) =>
      writeCase(operation, (plan) => found && refusedTo(found.foreign, plan)),
    );
  }),
];
