/** One problem of a contract document: its JSON pointer, what was expected, what is there, and what to do. */
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

/** Returns the message of any thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function sentence({ pointer, wanted, seen, hint }: ContractProblem): string {
  return `  #${pointer}: expected ${wanted}, got ${seen}. ${hint}`;
}
