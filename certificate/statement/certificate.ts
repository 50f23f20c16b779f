import type { Statement, Subject } from './statement.ts';

/** Who asked the server, from the weakest evidence to the strongest (docs/certificates.md). A signer can only claim those of `signedLevels`. */
export const levels = ['self-declared', 'challenged', 'countersigned', 'operator-run'] as const;

/** One of `levels`. */
export type Level = (typeof levels)[number];

/** The levels that the signer of a certificate can state; the others need the signature of somebody else. */
export const signedLevels: readonly Level[] = ['self-declared', 'challenged', 'operator-run'];

/** What a capability came to. */
export const states = ['conforming', 'conforming with declared gaps', 'not conforming in', 'not evidenced'] as const;

/** A part of the interface, and what the run says about it. Each list has ids of requirements. */
export interface Capability {
  name: string;
  state: (typeof states)[number];
  /** The requirements that failed, known failures too. */
  failed: readonly string[];
  /** The requirements that the run could not decide. */
  undecided: readonly string[];
  /** The declared gaps. */
  gaps: readonly string[];
  /** The clauses that nobody can judge yet. */
  unjudged: readonly string[];
}

/** The certificate of a server that may be reached by TLS: what the machine that made the run saw. */
export interface TlsFacts {
  /** SHA-256 of the server's certificate in DER, as pairs of hex digits. */
  fingerprint: string;
  validTo: string;
}

/** Where the server was, as the machine that made the run saw it. */
export interface HostFacts {
  host: string;
  addresses: readonly string[];
  tls?: TlsFacts;
}

/** What was asked of a campaign, and what it found. */
export interface CampaignFacts {
  run: string;
  seed: number;
  ended: string;
  cases: number;
  posts: number;
  gets: number;
  /** The requirements that its findings break so that they fail; known failures too. */
  broken: readonly string[];
}

/** What follows from the verdict and the catalogue alone: a verifier makes it again, and compares. */
export interface Claims {
  passed: readonly string[];
  warned: readonly string[];
  failed: readonly string[];
  learned: readonly string[];
  /** What the run could not decide. */
  undecided: readonly string[];
  notApplicable: readonly string[];
  /** Where a pass rests on a part of a whole. */
  lookedAt: readonly { id: string; of: number; at: number; why: string }[];
  gaps: readonly { id: string; reason: string }[];
  knownFailures: readonly { id: string; reason: string; until: string }[];
  /** Clauses of the interface that nobody can judge yet, and what it would take. */
  unjudged: readonly { id: string; needs: string; text: string }[];
  capabilities: readonly Capability[];
  combinations: { evidenced: number; of: number };
  requests: { posts: number; gets: number };
}

/** The suite that made a certificate. */
export interface SuiteFacts {
  version: string;
  /** SHA-256 over the suite's sources. */
  build: string;
  node: string;
}

/** The run that a certificate rests on. */
export interface RunFacts {
  id: string;
  seed: number;
  profile: string;
  tier: string;
  day: string;
  startedAt: string;
  endedAt: string;
  /** The OpenAPI document that judged the answers: that of the interface, or one that the target file names. */
  contract: 'own' | 'of the target';
  /** How long the target file lets the server take, in words. */
  terms: string;
  /** How many requirements were asked, if the run was for named ones only. */
  only?: number;
}

/** What a certificate says beside the fields that every test result has. `version` is that of this format. */
export interface Certificate {
  version: 1;
  level: Level;
  /** The nonce that the run is bound to. */
  challenge?: string;
  /** The key of the signer: SubjectPublicKeyInfo in base64. */
  signer: string;
  target: { name: string; kind: string; baseUrl: string } & HostFacts;
  suite: SuiteFacts;
  run: RunFacts;
  campaign?: CampaignFacts;
  claims: Claims;
  issuedAt: string;
  validUntil: string;
  rerunDue: string;
}

/** The predicate of a certificate: test-result v0.1, and our own field. */
export interface TestResult {
  result: 'PASSED' | 'WARNED' | 'FAILED';
  configuration: readonly Subject[];
  passedTests: readonly string[];
  warnedTests: readonly string[];
  failedTests: readonly string[];
  assayCertificate: Certificate;
}

/** The statement of a certificate. */
export type CertificateStatement = Statement<TestResult>;
