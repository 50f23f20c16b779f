/** One problem of the operator's input: where it is, what was expected, what is there, what to do. */
export interface Problem {
  where: string;
  /** The line of the file, from 1, if known. */
  line?: number;
  wanted: string;
  seen: string;
  hint: string;
}

/** What keeps a file from being read or a folder from being made, by the code of the system. */
const systemWords: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'a path through a file that is no folder',
  EISDIR: 'a folder',
  EACCES: 'a place that this user may not use',
  EPERM: 'a place that this user may not use',
  EROFS: 'a disk that can only be read',
  EEXIST: 'a file in its place',
};

/** Says in words why the system refused a file. */
export function fileProblem(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return systemWords[code] ?? (code || 'a file that cannot be used');
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

/** The results of checks, in their order. */
type Results<Checks extends readonly (() => unknown)[]> = { [At in keyof Checks]: ReturnType<Checks[At]> };

/** Makes all checks of an input and returns their results. Throws one ConfigurationError with the problems that any of them threw. */
export function checkedTogether<const Checks extends readonly (() => unknown)[]>(
  subject: string,
  checks: Checks,
): Results<Checks> {
  const problems: Problem[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  });
  if (problems.length > 0) throw new ConfigurationError(subject, problems);
  return results as Results<Checks>;
}
