import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type CombinationTable,
  invalidLabel,
  nameTable,
  refusalCase,
  tableGenerator,
} from '../../builder/tableGenerator.ts';
import { payinBody, type ValidRequest, validReads, validWrite, writeOperations } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

type AccountRequest = ValidRequest | (typeof writeOperations)[number];

/** Every read under both signing schemes, and every write. */
const everything = (
  known: TargetInventory,
): CombinationTable<{ combination: AccountRequest; signing: 'signed' | 'simple' }> => [
  ...validReads(known).flatMap((request) =>
    (['signed', 'simple'] as const).map(
      (signing) => [`${request.plan.operation} ${signing}`, { combination: request, signing }] as const,
    ),
  ),
  ...nameTable(writeOperations).map(
    ([name, request]) => [name, { combination: request, signing: 'signed' as const }] as const,
  ),
];

const authentication = { keyword: 'authentication', place: 'header' };

/** Makes a case of a valid request of this account, then the same request with a credential that must be refused. */
function refusedTo(
  requirement: string,
  account: string,
  { plan, before }: ValidRequest,
): (signing: 'signed' | 'simple') => FuzzCase {
  return (signing) =>
    refusalCase({
      requirement,
      before,
      control: plan.body ? controlStep(plan) : stepOf(plan),
      defect: stepOf(plan, { account, signing }),
      what: `${plan.operation} by ${account}, ${signing}`,
      how: authentication,
    });
}

/** Makes the case generators for the requests of another account: one for its reads, one for its writes. */
function closedTo(purpose: 'revoked' | 'otherEnvironment', requirement: string): CaseGenerator[] {
  return [false, true].map((isWrite) => closedMove(purpose, requirement, isWrite));
}

function closedMove(purpose: 'revoked' | 'otherEnvironment', requirement: string, isWrite: boolean): CaseGenerator {
  return tableGenerator<{ combination: AccountRequest; signing: 'signed' | 'simple' }>({
    name: `${isWrite ? 'written' : 'read'} by the account ${purpose}`,
    evidences: [requirement],
    posts: isWrite ? 1 : 0,
    isMisuse: true,
    of: (known) => {
      // The secret of another environment must not be sent to this one. It is only used for signing.
      const isLeft = (signing: string) => purpose === 'revoked' || signing === 'signed';
      return known.accounts[purpose] === undefined
        ? []
        : everything(known).filter(
            ([, { combination: request, signing }]) => isLeft(signing) && isWrite === (typeof request === 'string'),
          );
    },
    make: ({ combination: request, signing }, { known, chance }) => {
      const plan = typeof request === 'string' ? validWrite(known, request, chance) : request.plan;
      const before = typeof request === 'string' ? [] : request.before;
      const account = known.accounts[purpose];
      return plan && account !== undefined ? refusedTo(requirement, account, { plan, before })(signing) : undefined;
    },
  });
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
const foreignPayment: CaseGenerator = tableGenerator<readonly (readonly [string, Plan])[]>({
  name: 'a payment asked for by another account',
  evidences: ['AUT-09'],
  posts: 1,
  isMisuse: true,
  of: ({ accounts, methods }) =>
    accounts.second !== undefined && methods.some(({ orderType }) => orderType === 'PAYIN')
      ? [['all ways', Object.entries(roads)], ...Object.entries(roads).map((road) => [road[0], [road]] as const)]
      : [],
  make: (asked, { known, chance }) => {
    const account = known.accounts.second;
    const body = payinBody(known, chance);
    if (!body || account === undefined) return undefined;
    const trace = traceOf(chance);
    const made = stepOf(create.payin({ ...body, comment: trace }));
    const looks = asked.map(([, plan]) => stepOf(plan, { account }));
    const steps: CaseStep[] = [made, stepOf(read.methods(), { account }), ...looks];
    const assertions = asked.map(([name], at) => {
      const args = { own: '#1', theirs: '#2', foreign: `#${at + 3}`, trace, what: `a payment ${name}` };
      return assertionOf('AUT-09', 'staysHidden', args);
    });
    return assertedCase(steps, invalidLabel('a record of another account', authentication), assertions);
  },
});

const ofProject = writeOperations.filter((operation) => operation.includes('{projectId}'));

/** A project of this account that another account reads or uses. */
const foreignProject = (isRead: boolean): CaseGenerator =>
  tableGenerator<(typeof writeOperations)[number] | 'deposit options'>({
    name: `a project ${isRead ? 'read' : 'used'} by another account`,
    evidences: ['AUT-09'],
    posts: isRead ? 0 : 1,
    isMisuse: true,
    of: ({ accounts, projects }) =>
      accounts.second !== undefined && projects.length > 0 ? nameTable(isRead ? ['deposit options'] : ofProject) : [],
    make: (subject, { known, chance }) => {
      const account = known.accounts.second;
      const [project] = known.projects;
      if (account === undefined || !project) return undefined;
      const plan = subject === 'deposit options' ? read.depositOptions(project.id) : validWrite(known, subject, chance);
      return plan && refusedTo('AUT-09', account, { plan, before: [] })('signed');
    },
  });

/** Requests with the credentials of other accounts. */
export const otherAccountCases: readonly CaseGenerator[] = [
  ...closedTo('revoked', 'AUT-08'),
  ...closedTo('otherEnvironment', 'SBX-01'),
  foreignPayment,
  foreignProject(true),
  foreignProject(false),
];
