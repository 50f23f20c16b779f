/** One problem of the operator's input: where it is, what was expected, what is there, what to do. */
export interface Problem {
  where: string;
  /** The line of the file, from 1, if known. */
  line?: number;
  wanted: string;
  seen: string;
  hint: string;
}

const placed = ({ where, line }: Problem) => (line === undefined ? where : `${where} (line ${line})`);

/** Incorrect usage: all problems of a configuration at once. Exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(subject: string, problems: readonly Problem[]) {
    const lines = problems.map(
      (problem) => `  ${placed(problem)}: expected ${problem.wanted}, got ${problem.seen}. ${problem.hint}`,
    );
    super([`${subject} cannot be used:`, ...lines].join('\n'));
    this.problems = problems;
  }
}
