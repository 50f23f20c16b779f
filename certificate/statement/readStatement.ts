import {
  closedObject,
  type Guard,
  invalidMember,
  isCount,
  isFileName,
  isText,
  listOf,
  oneOf,
  optional,
  strangeMember,
  textLike,
} from '../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { Refusal } from '../refusal.ts';
import { type CertificateStatement, signedLevels, states } from './certificate.ts';
import { statementType, testResultType } from './statement.ts';

/** More entries than any list of a statement has. */
const mostEntries = 2_000;

/** A text without control characters, of a length that people read. */
const isShort = textLike(/^\P{Cc}{0,500}$/u);

/** A moment as we write it: exact, in UTC. */
const isMoment = textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const isDay = textLike(/^\d{4}-\d\d-\d\d$/);

const isDigest = textLike(/^[0-9a-f]{64}$/);

const texts = listOf(isShort, mostEntries);

const listOfObjects = (members: Readonly<Record<string, Guard>>) => listOf(closedObject(members), mostEntries);

const areSubjects = listOfObjects({
  name: textLike(/^[\w][\w./-]{0,120}$/),
  digest: closedObject({ sha256: isDigest }),
});

/** A nonce: long enough that nobody guesses it, short enough to say it. */
export const isNonce: Guard = textLike(/^[\w.~+/=-]{16,128}$/);

const isCapability = {
  name: isShort,
  state: oneOf(...states),
  failed: texts,
  undecided: texts,
  gaps: texts,
  unjudged: texts,
};

const claims = {
  passed: texts,
  warned: texts,
  failed: texts,
  learned: texts,
  undecided: texts,
  notApplicable: texts,
  lookedAt: listOfObjects({ id: isShort, of: isCount, at: isCount, why: isShort }),
  gaps: listOfObjects({ id: isShort, reason: isText }),
  knownFailures: listOfObjects({ id: isShort, reason: isText, until: isDay }),
  unjudged: listOfObjects({ id: isShort, needs: isShort, text: isText }),
  capabilities: listOfObjects(isCapability),
  combinations: closedObject({ evidenced: isCount, of: isCount }),
  requests: closedObject({ posts: isCount, gets: isCount }),
};

const certificate = {
  version: (value: Plain | undefined) => value === 1,
  level: oneOf(...signedLevels),
  challenge: optional(isNonce),
  signer: textLike(/^[A-Za-z0-9+/=]{20,200}$/),
  target: closedObject({
    name: isShort,
    kind: isShort,
    baseUrl: isShort,
    host: isShort,
    addresses: listOf(isShort, 100),
    tls: optional(closedObject({ fingerprint: textLike(/^[0-9A-F:]{95}$/), validTo: isShort })),
  }),
  suite: closedObject({ version: isShort, build: isDigest, node: isShort }),
  run: closedObject({
    id: isFileName,
    seed: isCount,
    profile: isShort,
    tier: isShort,
    day: isDay,
    startedAt: isMoment,
    endedAt: isMoment,
    contract: oneOf('own', 'of the target'),
    terms: isShort,
    only: optional(isCount),
  }),
  campaign: optional(
    closedObject({
      run: isFileName,
      seed: isCount,
      ended: isShort,
      cases: isCount,
      posts: isCount,
      gets: isCount,
      broken: texts,
    }),
  ),
  claims: closedObject(claims),
  issuedAt: isMoment,
  validUntil: isMoment,
  rerunDue: isMoment,
};

const predicate = {
  result: oneOf('PASSED', 'WARNED', 'FAILED'),
  configuration: areSubjects,
  passedTests: texts,
  warnedTests: texts,
  failedTests: texts,
  assayCertificate: isPlainObject,
};

const statement = { _type: isText, subject: areSubjects, predicateType: isText, predicate: isPlainObject };

type Members = Readonly<Record<string, Plain>>;

/** Refuses an object whose member is missing, wrong or unknown, and names the member. */
function demand(shape: Readonly<Record<string, Guard>>, value: Plain | undefined, inside: string): void {
  const object = value as { [key: string]: Plain };
  const wrong = invalidMember(shape, object);
  if (wrong !== undefined) throw new Refusal('malformed', { where: `${inside}${wrong}` });
  const strange = strangeMember(shape, object);
  if (strange !== undefined) throw new Refusal('strangeMember', { where: `${inside}${strange.slice(0, 60)}` });
}

/** Reads the statement of a certificate. Throws Refusal that names the first member that is wrong. */
export function statementFrom(value: Members): CertificateStatement {
  const shown = (one: Plain | undefined) => (JSON.stringify(one) ?? 'nothing').slice(0, 80);
  if (value['_type'] !== statementType) throw new Refusal('otherStatement', { seen: shown(value['_type']) });
  if (value['predicateType'] !== testResultType)
    throw new Refusal('otherPredicate', { seen: shown(value['predicateType']) });
  demand(statement, value as { [key: string]: Plain }, '');
  const result = value['predicate'] as { [key: string]: Plain };
  demand(predicate, result, 'predicate.');
  demand(certificate, result['assayCertificate'], 'predicate.assayCertificate.');
  return value as unknown as CertificateStatement;
}
