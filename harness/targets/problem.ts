/** One thing wrong with what the operator gave: where, what was wanted, what is there, what to do. */
export interface Problem {
  where: string;
  wanted: string;
  seen: string;
  hint: string;
}

/** Misuse: every problem of a configuration at once. Exit code 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(subject: string, problems: readonly Problem[]) {
    const lines = problems.map(
      ({ where, wanted, seen, hint }) => `  ${where}: wanted ${wanted}, found ${seen}. ${hint}`,
    );
    super([`${subject} cannot be used:`, ...lines].join('\n'));
    this.problems = problems;
  }
}
