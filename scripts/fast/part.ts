/** One part of the check: a program with its arguments, and variables that are set for it. */
export interface Part {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}
