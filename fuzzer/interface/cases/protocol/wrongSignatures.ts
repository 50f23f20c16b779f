import type { SigningFault } from '../../../../traffic/signing/signingFaults.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, stepOf, withBodyText } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import {
  caseRows,
  type Draw,
  type GeneratorInput,
  generator,
  mapped,
  nameTable,
  type Table,
} from '../../builder/tableGenerator.ts';
import {
  harmlessWrite,
  type Scheme,
  schemes,
  type ValidRequest,
  validReads,
  type WriteOperation,
  writeCase,
  writeOperations,
} from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { type InvalidSigning, rejectedCase, rejectedRead, rejectedWrite } from './rejectedSignatures.ts';

const faultsFor = (signing: Scheme, faults: readonly SigningFault[]) =>
  faults.map((fault): [string, InvalidSigning] => [`${signing} ${fault}`, { signing, fault }]);

/** A signing fault on a write that leaves nothing behind. */
function harmlessly(wrong: InvalidSigning, { known }: Pick<GeneratorInput, 'known'>) {
  const plan = harmlessWrite(known);
  return plan && rejectedWrite('AUT-05', plan, wrong);
}

/** A write whose body is written over several lines after it was signed. */
const formatted: Draw = (input) => {
  const made = harmlessly({ signing: 'signed', fault: 'beforeReformatting' }, input);
  const last = made?.steps.at(-1);
  const spread = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
  return made && last && { ...made, steps: [...made.steps.slice(0, -1), withBodyText(last, spread)] };
};

/** The basic signing faults of each scheme, on reads. */
const readFaults: Readonly<Record<Scheme, readonly SigningFault[]>> = {
  simple: ['wrongSecret', 'secretMissing', 'unknownToken', 'tokenIdAsSecret'],
  signed: ['wrongSecret', 'lastDigitWrong', 'saltMissing', 'signatureMissing', 'saltForgone', 'anotherBody'],
};

/** The basic signing faults of each scheme, on writes. */
const writeFaults: Readonly<Record<Scheme, readonly SigningFault[]>> = {
  simple: readFaults.simple,
  signed: [...readFaults.signed, 'bodyNotSigned', 'beforeReformatting', 'saltFirst'],
};

/** Returns a row for each read, by its operation. */
const readRows = (known: TargetInventory, draw: (request: ValidRequest) => Draw): Table =>
  validReads(known).map((request) => [request.plan.operation, draw(request)] as const);

/** Returns a row for each operation under each scheme. */
const bySchemes = (operations: Table<(scheme: Scheme) => Draw>): Table =>
  operations.flatMap(([operation, draw]) => schemes.map((scheme) => [`${operation} ${scheme}`, draw(scheme)] as const));

const writeRows = (
  operations: readonly WriteOperation[],
  make: (plan: Plan, wrong: InvalidSigning) => ReturnType<Draw>,
) =>
  bySchemes(
    mapped(
      nameTable(operations),
      (operation) => (signing: Scheme) =>
        writeCase(operation, (plan, _, { chance }) =>
          make(plan, { signing, fault: chance.pick(writeFaults[signing]) }),
        ),
    ),
  );

const moneyMoving = writeOperations.filter((operation) => /payin|payout|exchange/.test(operation));

/** Makes a payment or an order that is wrongly signed, and a search for it. */
function lookedFor(plan: Plan, wrong: InvalidSigning) {
  const { steps, claims = [] } = rejectedWrite('AUT-05', plan, wrong);
  const [beside, control, defect] = steps;
  if (!beside || !control || !defect) return undefined;
  // The control request has its own id. A record with the id of the defect can therefore only come from the defect.
  const own = withBodyText(control, (text) => text.replaceAll('{{key}}', '{{key:twin}}'));
  const look = read.search({ clientOrderId: '{{key}}' });
  const withEffect = ({ args, ...assertion }: CaseAssertion) => ({
    ...assertion,
    args: { ...(args as object), effect: true },
  });
  return validCase('a look for what was refused', [beside, own, defect, look], claims.map(withEffect));
}

/** Returns two assets that cannot share an address: a TRON or a SOLANA asset, and one of another blockchain. */
function assetsApart(assets: readonly string[]): (string | undefined)[] {
  const sorted = assets.toSorted();
  const other = sorted.find((asset) => /^(?:TRON|SOLANA|BITCOIN)_/.test(asset));
  const blockchain = other?.split('_')[0];
  return [sorted.find((asset) => asset.split('_')[0] !== blockchain), other];
}

/** A wrongly signed call that requests a further asset for a bundle. The bundle must not have the asset afterwards. */
function askedForMore(fault: SigningFault, { known: { projects }, chance }: GeneratorInput) {
  const [project] = projects;
  const [first, other] = assetsApart(project?.assets ?? []);
  if (!project || first === undefined || other === undefined) return undefined;
  const call = (assets: readonly string[]) =>
    create.bundle(project.id, { referenceId: '{{key:b}}', allEnabledAssets: false, assets });
  const validStep = stepOf(call([first]));
  const wrong = { signing: 'signed', fault } as const;
  const defect = stepOf(call(chance.pick([[first, other], [other]])), wrong);
  const made = rejectedCase({ requirement: 'AUT-05', before: [], sound: [validStep], defect, wrong });
  const nothing = { before: '#1', defects: ['#2'], after: '#3', asset: other };
  const assertions = [...(made.claims ?? []), assertionOf('AUT-05', 'addsNothing', nothing)];
  return validCase('a look for what was refused', [...made.steps, validStep], assertions);
}

const unsigned = { signing: 'none' } as const;

/** A read that is signed over the empty string. */
function overTheEmptyString(request: ValidRequest): Draw {
  const { plan, before } = request;
  const made = rejectedRead('AUT-04', request, { signing: 'signed', fault: 'anotherBody' });
  const letIn = { exchange: `#${before.length + 1}`, what: `${plan.operation} signed over the empty string` };
  return () => ({ ...made, claims: [...(made.claims ?? []), assertionOf('AUT-04', 'accepted', letIn)] });
}

/** Requests that are wrongly signed or not signed at all. */
export const wrongSignatureCases = [
  generator({ name: 'a read wrongly signed', evidences: ['AUT-05'], posts: 0, isMisuse: true }, (known) =>
    caseRows(
      [...faultsFor('simple', known.faults.simple), ...faultsFor('signed', known.faults.read)],
      (wrong, { chance }) => rejectedRead('AUT-05', chance.pick(validReads(known)), wrong),
    ),
  ),
  // Each read has the basic signing faults, so that no unprotected read is missed.
  generator({ name: 'each read wrongly signed', evidences: ['AUT-05'], posts: 0, isMisuse: true }, (known) =>
    bySchemes(
      validReads(known).map((request) => [
        request.plan.operation,
        (signing) =>
          ({ chance }) =>
            rejectedRead('AUT-05', request, { signing, fault: chance.pick(readFaults[signing]) }),
      ]),
    ),
  ),
  generator({ name: 'a read without a credential', evidences: ['AUT-07'], posts: 0, isMisuse: true }, (known) =>
    readRows(known, (request) => () => rejectedRead('AUT-07', request, unsigned)),
  ),
  generator(
    { name: 'a write without a credential', evidences: ['AUT-07'], isMisuse: true },
    mapped(nameTable(writeOperations), (operation) =>
      writeCase(operation, (plan) => rejectedWrite('AUT-07', plan, unsigned)),
    ),
  ),
  generator({ name: 'a read signed over another text', evidences: ['AUT-04'], posts: 0, isMisuse: true }, (known) =>
    readRows(known, overTheEmptyString),
  ),
  generator({ name: 'a write wrongly signed', evidences: ['AUT-05'], isMisuse: true }, (known) =>
    harmlessWrite(known)
      ? [
          ['no credential', () => harmlessly(unsigned, { known })],
          ['signed, then formatted', formatted],
          ...caseRows(faultsFor('signed', known.faults.write), harmlessly),
          ...caseRows(faultsFor('simple', known.faults.simple), harmlessly),
        ]
      : [],
  ),
  generator(
    { name: 'each write wrongly signed', evidences: ['AUT-05'], isMisuse: true },
    writeRows(writeOperations, (plan, wrong) => rejectedWrite('AUT-05', plan, wrong)),
  ),
  generator(
    { name: 'an order wrongly signed, then looked for', evidences: ['AUT-05'] },
    writeRows(moneyMoving, lookedFor),
  ),
  generator({ name: 'a bundle asked for more by a wrong signature', evidences: ['AUT-05'], posts: 3 }, (known) =>
    (known.projects[0]?.assets.length ?? 0) > 1 ? caseRows(nameTable(known.faults.write), askedForMore) : [],
  ),
];
