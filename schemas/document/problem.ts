/** One thing wrong with a contract document: where (a JSON pointer), what was wanted, what is there, and what to do. */
export type ContractProblem = { pointer: string; wanted: string; seen: string; hint: string };

/** A contract document that cannot be used, with all its problems; it stops a run before any traffic. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly problems: readonly ContractProblem[];

  constructor(source: string, problems: readonly ContractProblem[]) {
    super([`${source} is not a usable contract:`, ...problems.map(sentence)].join('\n'));
    this.problems = problems;
  }
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function sentence({ pointer, wanted, seen, hint }: ContractProblem): string {
  return `  #${pointer}: wanted ${wanted}, seen ${seen}. ${hint}`;
}
