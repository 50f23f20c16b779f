import { bareBundle } from '../../../../generators/payloads/bundle.ts';
import type { SigningFault } from '../../../../traffic/signing/signingFaults.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseSigning, CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, controlStep, stepOf, withBodyText } from '../../builder/caseSteps.ts';
import { invalidCase, validCase } from '../../builder/cases.ts';
import { type Draw, generator, type Input, mapped, nameTable, rows, type Table } from '../../builder/tables.ts';
import {
  drawnRead,
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

/** A wrong way to authenticate: a scheme and its fault. Without a fault, the request is not signed at all. */
interface InvalidSigning {
  signing: CaseSigning;
  fault?: SigningFault;
}

const howOf = ({ signing, fault }: InvalidSigning) => ({ signing, ...(fault && { fault }) });

const wordsOf = ({ signing, fault }: InvalidSigning) => (fault ? `${signing} ${fault}` : 'no credential');

/** A request that must be rejected, and the control requests of the same case, which must be accepted. */
interface Rejected {
  requirement: string;
  before: readonly CaseStep[];
  /** The control requests. The last one matches the defect. */
  sound: readonly CaseStep[];
  defect: CaseStep;
  wrong: InvalidSigning;
}

/** Makes a case whose defect must be rejected while its control requests are accepted. */
function rejectedCase({ requirement, before, sound: controls, defect, wrong }: Rejected): FuzzCase {
  const steps = [...before, ...controls, defect];
  const at = steps.length;
  const args = {
    exchange: `#${at}`,
    control: `#${at - 1}`,
    beside: controls.map((_, index) => `#${before.length + 1 + index}`),
    defect: `${defect.operation} ${wordsOf(wrong)}`,
  };
  const how = { keyword: 'authentication', place: 'header', words: wordsOf(wrong) };
  return invalidCase(how, steps, assertionOf(requirement, 'rejected', args));
}

/** Makes a case of a correctly signed read, and the same read wrongly signed. */
function rejectedRead(requirement: string, { plan, before }: ValidRequest, wrong: InvalidSigning): FuzzCase {
  const [control, defect] = [stepOf(plan), stepOf(plan, howOf(wrong))];
  return rejectedCase({ requirement, before, sound: [control], defect, wrong });
}

/** Makes a case of a wrongly signed write. The case also has a control request for the write, and a read that may be repeated freely. */
function rejectedWrite(requirement: string, plan: Plan, wrong: InvalidSigning): FuzzCase {
  const controls = [stepOf(read.methods()), controlStep(plan)];
  return rejectedCase({ requirement, before: [], sound: controls, defect: stepOf(plan, howOf(wrong)), wrong });
}

const faultsFor = (signing: Scheme, faults: readonly SigningFault[]) =>
  faults.map((fault): [string, InvalidSigning] => [`${signing} ${fault}`, { signing, fault }]);

/** A signing fault on a write that leaves nothing behind. */
function harmlessly(wrong: InvalidSigning, { known }: Pick<Input, 'known'>) {
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
  validReads(known).map((request) => [request.plan.operation, (input) => draw(drawnRead(request, input))(input)]);

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
function askedForMore(fault: SigningFault, { known: { projects }, chance }: Input) {
  const [project] = projects;
  const [first, other] = assetsApart(project?.assets ?? []);
  if (!project || first === undefined || other === undefined) return undefined;
  const call = (assets: readonly string[]) =>
    create.bundle(project.id, bareBundle('{{key:b}}', { allEnabledAssets: false, assets }));
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
    rows([...faultsFor('simple', known.faults.simple), ...faultsFor('signed', known.faults.read)], (wrong, input) =>
      rejectedRead('AUT-05', drawnRead(input.chance.pick(validReads(known)), input), wrong),
    ),
  ),
  // Each read has the basic signing faults, so that no unprotected read is missed.
  generator({ name: 'each read wrongly signed', evidences: ['AUT-05'], posts: 0, isMisuse: true }, (known) =>
    bySchemes(
      validReads(known).map((request) => [
        request.plan.operation,
        (signing) => (input) =>
          rejectedRead('AUT-05', drawnRead(request, input), { signing, fault: input.chance.pick(readFaults[signing]) }),
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
          ...rows(faultsFor('signed', known.faults.write), harmlessly),
          ...rows(faultsFor('simple', known.faults.simple), harmlessly),
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
    (known.projects[0]?.assets.length ?? 0) > 1 ? rows(nameTable(known.faults.write), askedForMore) : [],
  ),
];
