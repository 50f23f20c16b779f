/** What the sentence of a refusal names. */
interface Facts {
  where?: string | undefined;
  wanted?: string | undefined;
  seen?: string | undefined;
  limit?: string | undefined;
}

type Sentence = (facts: Facts) => string;

/** Every reason to refuse a bundle, with its sentence. */
const sentences = {
  // The bundle.
  noStatementFile: ({ where }) => `there is no statement.json in ${where}: this is no bundle`,
  unknownFile: ({ where }) => `${where} is no file of a bundle`,
  missingFile: ({ where }) => `${where} is named by the statement and is not in the bundle`,
  unnamedFile: ({ where }) => `${where} is in the bundle and is not named by the statement`,
  notRegular: ({ where }) => `${where} is no regular file; a bundle has no links, devices or pipes`,
  unreadable: ({ where, seen }) => `${where} cannot be read (${seen})`,
  tooLarge: ({ where, limit }) => `${where} is larger than ${limit}`,
  tooMany: ({ where, limit }) => `${where} holds more than ${limit}`,
  tooDeep: ({ where, limit }) => `${where} is nested deeper than ${limit}`,
  // The envelope.
  noEnvelope: ({ where }) => `${where} is no DSSE envelope`,
  otherPayload: ({ where }) => `${where} carries another payload type than an in-toto statement`,
  severalSignatures: ({ where }) => `${where} must carry exactly one signature`,
  respelled: ({ where }) => `${where} is not spelled as it was signed: bytes of the envelope were changed`,
  badSignature: ({ wanted }) => `the signature is not one of the key ${wanted} over this statement`,
  foreignKey: ({ wanted, seen }) => `a foreign key signed it: expected ${wanted}, got ${seen}`,
  otherKeyNamed: ({ wanted, seen }) => `the envelope names the key ${seen}, the statement names ${wanted}`,
  // The statement.
  noStatement: ({ where }) => `${where} carries no JSON object`,
  doubledMember: ({ where, seen }) => `${where} has the member ${seen} twice, so two readers may read two statements`,
  otherStatement: ({ seen }) => `expected an in-toto Statement v1, got ${seen}`,
  otherPredicate: ({ seen }) => `expected a test-result v0.1 predicate, got ${seen}`,
  malformed: ({ where, seen }) => `the statement has no valid ${where}${seen === undefined ? '' : ` (${seen})`}`,
  strangeMember: ({ where }) => `the statement has the member ${where}, which no certificate of this version has`,
  noKeyInside: () => 'the statement does not contain the Ed25519 key of its signer',
  doubledSubject: ({ where }) => `the statement names ${where} twice`,
  missingSubject: ({ where }) => `the statement has no digest of ${where}`,
  // Time and challenge.
  future: ({ where, seen, limit }) => `${where} is in the future: ${seen}, and now it is ${limit}`,
  expired: ({ seen, limit }) => `it was valid until ${seen}, and now it is ${limit}`,
  disorderedDates: ({ where }) => `its dates contradict each other: ${where}`,
  noChallenge: ({ wanted }) => `expected the challenge ${wanted}, got a certificate without one`,
  otherChallenge: ({ wanted, seen }) => `it answers another challenge: expected ${wanted}, got ${seen}`,
  unboundChallenge: ({ wanted, seen }) =>
    `its run is not bound to the challenge ${wanted}: the journal begins with ${seen}`,
  otherSeed: ({ wanted, seen }) => `its run was not drawn from the challenge: expected the seed ${wanted}, got ${seen}`,
  unboundIds: ({ wanted, seen }) =>
    `its requests were not drawn from the challenge: expected ${wanted}, got ${seen}; an older journal got the challenge afterwards`,
  // Files.
  changedFile: ({ where, wanted, seen }) => `${where} was changed: expected SHA-256 ${wanted}, got ${seen}`,
  // The suite.
  otherBuild: ({ wanted, seen }) =>
    `it was made by the build ${seen} of the suite, and this verifier is the build ${wanted}: verify it with the verifier of that build`,
  olderSuite: ({ wanted, seen }) =>
    `it was made by the older suite ${seen}, and this verifier is of ${wanted}: have it made again`,
  newerSuite: ({ wanted, seen }) =>
    `it was made by the newer suite ${seen}, and this verifier is of ${wanted}: take the verifier of that version`,
  otherLock: () => 'it names this build of the suite and another lock file than this build has',
  otherCatalogue: () => 'its catalogue is not that of this build of the suite',
  otherContract: ({ wanted, seen }) => `its contract is not the one of its run: expected ${wanted}, got ${seen}`,
  // The journal.
  unreadableLine: ({ seen }) => `its journal cannot be read: ${seen}`,
  brokenLine: ({ where }) => `${where} does not end with a whole line: a part of it was cut off`,
  noRun: () => 'its journal has no line that describes the run',
  severalRuns: () => 'its journal has the first lines of several runs',
  sharded: () => 'its journal is that of one shard: a certificate needs the whole run',
  halted: ({ seen }) => `its run was halted (${seen})`,
  notClosed: () => 'its journal has no closing line: the run did not end, or the line was removed',
  doubledClose: ({ seen }) => `its journal has ${seen} closing lines`,
  lostLines: ({ wanted, seen }) =>
    `lines were removed from its journal or added to it: its closing line counts ${wanted}, and there are ${seen}`,
  doubledLine: ({ where, seen }) => `a line of its journal is there twice: ${seen}, in ${where}`,
  movedLine: ({ where, seen }) => `lines of its journal were moved: ${seen} stands after a later one, in ${where}`,
  missingLine: ({ where }) => `a line was removed from its journal: ${where} is missing, and later ones are there`,
  otherFile: ({ where, seen }) =>
    `a line of its journal was moved: ${seen} is not of the worker of this file, ${where}`,
  noEnd: ({ where, seen }) => `the test of ${seen} did not end, or the line of its end was removed: ${where}`,
  otherTarget: ({ where, wanted, seen }) =>
    `its journal is that of another target: expected the ${where} ${wanted}, got ${seen}`,
  otherRun: ({ where, wanted, seen }) =>
    `its journal is that of another run: expected the ${where} ${wanted}, got ${seen}`,
  strayLine: ({ where, wanted, seen }) =>
    `a line of its journal is of another time: expected ${wanted}, got ${seen}, in ${where}`,
  doubledInLine: ({ where, seen }) => `a line of its journal has the member ${seen} twice: ${where}`,
  otherBody: ({ where, seen }) =>
    `a body of its journal was changed: ${seen} has another SHA-256 than its line says, ${where}`,
  unjudgeable: ({ seen }) => `its journal cannot be judged: ${seen}`,
  // The verdict.
  noVerdict: ({ where }) => `${where} is no verdict`,
  otherOutcome: ({ where, wanted, seen }) => `${where} is ${wanted} by its journal, and its verdict says ${seen}`,
  otherRequirement: ({ where }) => `its verdict says something else about ${where} than its journal gives`,
  missingRequirement: ({ where }) => `its verdict leaves ${where} out`,
  strangeRequirement: ({ where }) => `its verdict has ${where}, which is no requirement of this build`,
  otherVerdict: ({ where }) => `its verdict has another ${where} than its journal gives`,
  unknownFailure: ({ where }) => `its verdict calls ${where} a known failure, and it did not fail`,
  undecided: ({ seen }) => `its run decided too little for a certificate: ${seen}`,
  // What the statement claims.
  overstated: ({ where, wanted, seen }) =>
    `the statement claims another ${where} than its verdict gives${pairOf(wanted, seen)}`,
  overstatedResult: ({ wanted, seen }) => `the statement claims the result ${seen}, and its verdict gives ${wanted}`,
  overstatedLevel: ({ wanted, seen }) =>
    `the statement claims the level ${seen}, and it carries the evidence for ${wanted}`,
  notOperatorRun: ({ wanted, seen }) =>
    `expected a certificate that the operator with the key ${wanted} made himself, got one of the level ${seen}`,
  otherHost: ({ wanted, seen }) => `the statement names the host ${seen}, and its address is at ${wanted}`,
  otherConfiguration: () => 'its configuration is not the contract and the catalogue among its subjects',
  otherExit: ({ wanted, seen }) => `its verdict has the exit code ${seen}, and its requirements give ${wanted}`,
  campaignElsewhere: ({ wanted, seen }) => `its campaign asked another target: expected ${wanted}, got ${seen}`,
  campaignOtherTime: ({ wanted, seen }) => `its campaign is of another time: expected ${wanted}, got ${seen}`,
  campaignOtherSeed: ({ wanted, seen }) =>
    `its campaign was not drawn from the challenge: expected the seed ${wanted}, got ${seen}`,
  noCampaign: ({ where }) => `${where} is not the campaign that the statement describes`,
  // What others signed about it.
  countersignedBySigner: ({ seen }) =>
    `the key ${seen} signed the statement itself, so it cannot be the countersigner's`,
  notCountersigned: ({ wanted }) => `the key ${wanted} signed nothing about this statement`,
  noCountersignature: ({ where }) => `${where} is no countersignature`,
  badCountersignature: ({ where, wanted }) => `${where} is not signed by the key ${wanted} that it names`,
  otherSubject: ({ where }) => `${where} is about another statement than that of this bundle`,
  missingCountersignature: ({ where, seen }) =>
    `a countersignature was removed: ${where} names an earlier one of its key, SHA-256 ${seen}`,
  contradicted: ({ seen }) => `its countersigner asked again, and the address contradicted it in ${seen}`,
  countersignedElsewhere: ({ wanted, seen }) =>
    `its countersigner asked another address: expected ${wanted}, got ${seen}`,
  countersignedOtherTime: ({ seen }) => `its countersignature is of a time that cannot be: ${seen}`,
  otherReport: ({ where }) => `${where} is not the report that its verdict and its journal give`,
  otherPage: ({ where }) => `${where} does not say what the statement says`,
} satisfies Record<string, Sentence>;

const pairOf = (wanted: string | undefined, seen: string | undefined) =>
  wanted === undefined || seen === undefined ? '' : `: expected ${wanted}, got ${seen}`;

/** The reason of a refusal. */
export type RefusalCode = keyof typeof sentences;

/** Returns every reason for a refusal. */
export const refusalCodes = Object.keys(sentences) as RefusalCode[];

/** A bundle that is not verified, and the one sentence that says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, facts: Facts = {}) {
    super((sentences[code] as Sentence)(facts));
    this.code = code;
  }
}
