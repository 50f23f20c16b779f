/** One thing wrong with what the operator gave: where, what was wanted, what is there, what to do. */
export interface Problem {
  where: string;
  /** The line of the file, from 1, where one is known. */
  line?: number;
  wanted: string;
  seen: string;
  hint: string;
}

const placed = ({ where, line }: Problem) => (line === undefined ? where : `${where} (line ${line})`);

/** Misuse: every problem of a configuration at once. Exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(subject: string, problems: readonly Problem[]) {
    const lines = problems.map(
      (problem) => `  ${placed(problem)}: wanted ${problem.wanted}, found ${problem.seen}. ${problem.hint}`,
    );
    super([`${subject} cannot be used:`, ...lines].join('\n'));
    this.problems = problems;
  }
}
