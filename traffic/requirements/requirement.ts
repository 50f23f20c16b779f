/** Whether a requirement fails the run, warns, or only learns. */
export type Kind = 'must' | 'should' | 'observe';

/** A requirement as its spec declares it. */
export interface Requirement {
  id: string;
  title: string;
  section: string;
  kind: Kind;
  basis: 'text' | 'norm';
  /** A law judges the record of the run; a probe makes its own traffic. */
  law: boolean;
  /** Where it is written: file:line. */
  where: string;
}
