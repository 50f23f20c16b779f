/** What an envelope carries: JSON of the in-toto attestation framework. */
export const payloadType = 'application/vnd.in-toto+json';

/** The type of every statement. */
export const statementType = 'https://in-toto.io/Statement/v1';

/** The predicate of a certificate: the result of a test run. */
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1';

/** A thing that a statement is about, by its SHA-256 in hex. */
export interface Subject {
  name: string;
  digest: { sha256: string };
}

/** An in-toto Statement v1. */
export interface Statement<Predicate> {
  _type: typeof statementType;
  subject: readonly Subject[];
  predicateType: string;
  predicate: Predicate;
}

/** Makes a statement about some files. */
export const statementOf = <Predicate>(
  subject: readonly Subject[],
  { predicateType, predicate }: Pick<Statement<Predicate>, 'predicateType' | 'predicate'>,
): Statement<Predicate> => ({ _type: statementType, subject, predicateType, predicate });
