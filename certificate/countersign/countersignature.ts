import type { KeyObject } from 'node:crypto';
import { publicKeyText } from '../keys/keys.ts';
import type { Claims, HostFacts } from '../statement/certificate.ts';
import { type Statement, type Subject, statementOf, testResultType } from '../statement/statement.ts';

/** What a countersigner asked, and what became of it. */
export interface Asked {
  /** The ids that were drawn. */
  drawn: readonly string[];
  /** The requirements that held as the certificate says. */
  agreed: readonly string[];
  /** The requirements that the certificate calls held and that failed, each with what was seen. */
  contradicted: readonly { id: string; seen: string }[];
  /** The requirements that were drawn and could not be decided. */
  undecided: readonly string[];
  /** The requirements that the certificate calls failed and that held: no contradiction of what it promises. */
  better: readonly string[];
}

/** What came of it: signed are only the first two. */
export type Finding = 'agreement' | 'contradiction' | 'undecided';

/** The result of one requirement at the countersigner's side. */
export interface OwnResult {
  id: string;
  outcome: string;
  because?: string | undefined;
}

/** The outcomes that decide something. */
const held: ReadonlySet<string> = new Set(['pass', 'warn', 'learned', 'changed']);

/** Compares what a certificate claims with what was seen of the drawn requirements. */
export function compareClaims(
  { passed, warned, learned, failed }: Pick<Claims, 'passed' | 'warned' | 'learned' | 'failed'>,
  drawn: readonly string[],
  own: readonly OwnResult[],
): Asked {
  const promised = new Set([...passed, ...warned, ...learned]);
  const denied = new Set(failed);
  const results = new Map(own.map((one) => [one.id, one]));
  const outcomeOf = (id: string) => results.get(id)?.outcome ?? 'not run';
  const agrees = (id: string) => (promised.has(id) ? held.has(outcomeOf(id)) : outcomeOf(id) === 'fail');
  const isContradicted = (id: string) => promised.has(id) && outcomeOf(id) === 'fail';
  const isBetter = (id: string) => denied.has(id) && held.has(outcomeOf(id));
  return {
    drawn,
    agreed: drawn.filter(agrees),
    contradicted: drawn
      .filter(isContradicted)
      .map((id) => ({ id, seen: results.get(id)?.because ?? 'it failed without a sentence' })),
    undecided: drawn.filter((id) => !agrees(id) && !isContradicted(id) && !isBetter(id)),
    better: drawn.filter(isBetter),
  };
}

/** The least share of what was drawn that must be decided before an agreement is signed. */
const leastDecided = 0.5;

/** Says what came of it. One contradiction is one; an agreement needs that most of the sample was decided. */
export function findingOf({ drawn, agreed, contradicted }: Asked): Finding {
  if (contradicted.length > 0) return 'contradiction';
  return agreed.length > 0 && agreed.length >= drawn.length * leastDecided ? 'agreement' : 'undecided';
}

/** What a countersigner states besides what was asked. */
export interface CountersignatureFacts {
  target: { name: string; kind: string; baseUrl: string } & Partial<HostFacts>;
  suite: { version: string; build: string; node: string };
  run: { id: string; seed: number; day: string; startedAt: string };
  /** SHA-256 of the journal's files, by name: who keeps them can show them. */
  journal: readonly Subject[];
  requests: { posts: number; gets: number; mostPosts: number };
  /** SHA-256 of the countersignatures that the same key had made about this statement: none of them can be removed unseen. */
  earlier: readonly string[];
  issuedAt: string;
}

/** The predicate of a countersignature: test-result v0.1, and our own field. */
export interface Countersigned {
  result: 'PASSED' | 'FAILED';
  configuration: readonly Subject[];
  passedTests: readonly string[];
  warnedTests: readonly string[];
  failedTests: readonly string[];
  assayCountersignature: CountersignatureFacts &
    Asked & { version: 1; finding: Exclude<Finding, 'undecided'>; signer: string };
}

/** Makes the statement of a countersigner about the statement of a bundle. */
export function countersignedStatement(
  subject: Subject,
  {
    asked,
    finding,
    facts,
    key,
  }: {
    asked: Asked;
    finding: Exclude<Finding, 'undecided'>;
    facts: CountersignatureFacts;
    /** The public half of the key that will sign. */
    key: KeyObject;
  },
): Statement<Countersigned> {
  const signer = publicKeyText(key);
  return statementOf([subject], {
    predicateType: testResultType,
    predicate: {
      result: finding === 'agreement' ? 'PASSED' : 'FAILED',
      configuration: facts.journal,
      passedTests: asked.agreed,
      warnedTests: [],
      failedTests: asked.contradicted.map(({ id }) => id),
      assayCountersignature: { version: 1, finding, signer, ...facts, ...asked },
    },
  });
}
