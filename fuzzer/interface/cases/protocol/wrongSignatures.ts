import { bareBundle } from '../../../../generators/payloads/bundle.ts';
import type { SigningFault } from '../../../../traffic/signing/signingFaults.ts';
import { create, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type GeneratorInput,
  nameTable,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import {
  harmlessWrite,
  type ValidRequest,
  validReads,
  validWrite,
  writeOperations,
} from '../../builder/validRequests.ts';
import { type InvalidSigning, rejectedCase, rejectedRead, rejectedWrite } from './rejectedSignatures.ts';

const faultsFor = (signing: 'simple' | 'signed', faults: readonly SigningFault[]) =>
  faults.map((fault) => [`${signing} ${fault}`, { signing, fault }] as const);

const evidences = ['AUT-05'] as const;

/** Every signing fault of both schemes, on reads of all kinds. */
const everyRead: CaseGenerator = tableGenerator<InvalidSigning>({
  name: 'a read wrongly signed',
  evidences,
  posts: 0,
  isMisuse: true,
  of: ({ faults }) => [...faultsFor('simple', faults.simple), ...faultsFor('signed', faults.read)],
  make: (wrong, { known, chance }) => rejectedRead('AUT-05', chance.pick(validReads(known)), wrong),
});

/** Writes the body of the last step over several lines. */
function formattedLast(steps: readonly CaseStep[]): CaseStep[] {
  const body = steps.at(-1)?.body;
  if (!body || !('text' in body)) return [...steps];
  const text = JSON.stringify(JSON.parse(body.text), null, 2);
  return steps.map((step, at) => (at === steps.length - 1 ? { ...step, body: { ...body, text } } : step));
}

/** Every signing fault of both schemes, on a write that leaves nothing behind. */
const everyWrite: CaseGenerator = tableGenerator<InvalidSigning>({
  name: 'a write wrongly signed',
  evidences,
  posts: 1,
  isMisuse: true,
  of: (known) =>
    harmlessWrite(known)
      ? [
          ['no credential', { signing: 'none' }],
          ['signed, then formatted', { signing: 'signed', fault: 'beforeReformatting', isFormatted: true }],
          ...faultsFor('signed', known.faults.write),
          ...faultsFor('simple', known.faults.simple),
        ]
      : [],
  make: (wrong, { known }) => {
    const plan = harmlessWrite(known);
    const made = plan && rejectedWrite('AUT-05', plan, wrong);
    return made && wrong.isFormatted ? { ...made, steps: formattedLast(made.steps) } : made;
  },
});

const schemes = ['signed', 'simple'] as const;

const readFaults = {
  simple: ['wrongSecret', 'secretMissing', 'unknownToken', 'tokenIdAsSecret'],
  signed: ['wrongSecret', 'lastDigitWrong', 'saltMissing', 'signatureMissing', 'saltForgone', 'anotherBody'],
} as const satisfies Record<string, readonly SigningFault[]>;

/** The basic signing faults on each read, so that no unprotected read is missed. */
const eachRead: CaseGenerator = tableGenerator<{ sound: ValidRequest; scheme: 'signed' | 'simple' }>({
  name: 'each read wrongly signed',
  evidences,
  posts: 0,
  isMisuse: true,
  of: (known) =>
    validReads(known).flatMap((request) =>
      schemes.map((scheme) => [`${request.plan.operation} ${scheme}`, { sound: request, scheme }] as const),
    ),
  make: ({ sound: request, scheme }, { chance }) =>
    rejectedRead('AUT-05', request, { signing: scheme, fault: chance.pick(readFaults[scheme]) }),
});

const writeFaults = {
  simple: readFaults.simple,
  signed: [...readFaults.signed, 'bodyNotSigned', 'beforeReformatting', 'saltFirst'],
} as const;

type Written = { operation: (typeof writeOperations)[number]; scheme: 'signed' | 'simple' };

const eachBy = (operations: typeof writeOperations) =>
  operations.flatMap((operation) =>
    schemes.map((scheme) => [`${operation} ${scheme}`, { operation, scheme }] as const),
  );

function writtenWrongly({ operation, scheme }: Written, { known, chance }: GeneratorInput): FuzzCase | undefined {
  const plan = validWrite(known, operation, chance);
  return (
    plan && rejectedWrite('AUT-05', plan, { signing: scheme, fault: chance.pick<SigningFault>(writeFaults[scheme]) })
  );
}

/** The basic signing faults on each write. */
const eachWrite: CaseGenerator = tableGenerator<Written>({
  name: 'each write wrongly signed',
  evidences,
  posts: 1,
  isMisuse: true,
  of: () => eachBy(writeOperations),
  make: writtenWrongly,
});

const moneyMoving = writeOperations.filter((operation) => /payin|payout|exchange/.test(operation));

/** A payment or an order that is wrongly signed, and a search for it. */
const lookedFor: CaseGenerator = tableGenerator<Written>({
  name: 'an order wrongly signed, then looked for',
  evidences,
  posts: 1,
  isMisuse: false,
  of: () => eachBy(moneyMoving),
  make: (written, input) => {
    const made = writtenWrongly(written, input);
    const [beside, control, defect] = made?.steps ?? [];
    if (!made || !beside || !control || !defect) return undefined;
    // The control request has its own id. A record with the id of the defect can therefore only come from the defect.
    const own = holding(control, '{{key:twin}}');
    const look = stepOf(read.search({ clientOrderId: '{{key}}' }));
    const assertions = (made.claims ?? []).map((assertion) => ({
      ...assertion,
      args: { ...(assertion.args as object), effect: true },
    }));
    return assertedCase([beside, own, defect, look], validLabel('a look for what was refused'), assertions);
  },
});

/** Returns a step under another id. */
function holding(step: CaseStep, key: string): CaseStep {
  const { body } = step;
  return body && 'text' in body ? { ...step, body: { ...body, text: body.text.replaceAll('{{key}}', key) } } : step;
}

/** A wrongly signed call that requests a further asset for a bundle. The bundle must not have the asset afterwards. */
const noEffect: CaseGenerator = tableGenerator<SigningFault>({
  name: 'a bundle asked for more by a wrong signature',
  evidences,
  posts: 3,
  isMisuse: false,
  of: ({ faults, projects: [project] }) => (project && project.assets.length > 1 ? nameTable(faults.write) : []),
  make: (fault, { known, chance }) => {
    const [project] = known.projects;
    const [first, other] = assetsApart(project?.assets ?? []);
    if (!project || first === undefined || other === undefined) return undefined;
    const bundleOf = (assets: readonly string[]) =>
      create.bundle(project.id, bareBundle('{{key:b}}', { allEnabledAssets: false, assets }));
    const validStep = stepOf(bundleOf([first]));
    const assets = chance.pick([[first, other], [other]]);
    const defect = stepOf(bundleOf(assets), { signing: 'signed', fault });
    const wrong = { signing: 'signed', fault } as const;
    const made = rejectedCase({ requirement: 'AUT-05', before: [], sound: [validStep], defect, wrong });
    const nothing = { before: '#1', defects: ['#2'], after: '#3', asset: other };
    const assertions = [...(made.claims ?? []), assertionOf('AUT-05', 'addsNothing', nothing)];
    return assertedCase([...made.steps, validStep], validLabel('a look for what was refused'), assertions);
  },
});

/** Returns two assets that cannot share an address: a TRON or a SOLANA asset, and one of another blockchain. */
function assetsApart(assets: readonly string[]): (string | undefined)[] {
  const sorted = assets.toSorted();
  const other = sorted.find((asset) => /^(?:TRON|SOLANA|BITCOIN)_/.test(asset));
  const blockchain = other?.split('_')[0];
  return [sorted.find((asset) => asset.split('_')[0] !== blockchain), other];
}

const unsigned = { signing: 'none' } as const;

/** No credential at all, on every documented read. */
const readUnsigned: CaseGenerator = tableGenerator<ValidRequest>({
  name: 'a read without a credential',
  evidences: ['AUT-07'],
  posts: 0,
  isMisuse: true,
  of: (known) => validReads(known).map((request) => [request.plan.operation, request] as const),
  make: (request) => rejectedRead('AUT-07', request, unsigned),
});

/** No credential at all, on every documented write. */
const writeUnsigned: CaseGenerator = tableGenerator<(typeof writeOperations)[number]>({
  name: 'a write without a credential',
  evidences: ['AUT-07'],
  posts: 1,
  isMisuse: true,
  of: () => nameTable(writeOperations),
  make: (operation, { known, chance }) => {
    const plan = validWrite(known, operation, chance);
    return plan && rejectedWrite('AUT-07', plan, unsigned);
  },
});

/** A read is signed over the empty string. */
const overTheEmptyString: CaseGenerator = tableGenerator<ValidRequest>({
  name: 'a read signed over another text',
  evidences: ['AUT-04'],
  posts: 0,
  isMisuse: true,
  of: (known) => validReads(known).map((request) => [request.plan.operation, request] as const),
  make: (request) => {
    const made = rejectedRead('AUT-04', request, { signing: 'signed', fault: 'anotherBody' });
    const { length } = request.before;
    const letIn = { exchange: `#${length + 1}`, what: `${request.plan.operation} signed over the empty string` };
    return { ...made, claims: [...(made.claims ?? []), assertionOf('AUT-04', 'accepted', letIn)] };
  },
});

/** Requests that are wrongly signed or not signed at all. */
export const wrongSignatureCases: readonly CaseGenerator[] = [
  everyRead,
  eachRead,
  readUnsigned,
  writeUnsigned,
  overTheEmptyString,
  everyWrite,
  eachWrite,
  lookedFor,
  noEffect,
];
