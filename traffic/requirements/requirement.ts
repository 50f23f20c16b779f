/** Whether a violated requirement fails the run, warns, or only records what was learned. */
export type Kind = 'must' | 'should' | 'observe';

/** A requirement as its spec declares it. */
export interface Requirement {
  id: string;
  title: string;
  section: string;
  kind: Kind;
  basis: 'text' | 'norm';
  /** True for a trace check, which judges the record of the run; false for a test, which makes its own traffic. */
  law: boolean;
  /** Its place in the source: file:line. */
  where: string;
}
