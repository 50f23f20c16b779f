/** Thrown if no value can be drawn for a schema: the pointer of the obstacle, and the reason. */
export class Undrawable extends Error {
  override readonly name = 'Undrawable';
  readonly pointer: string;
  readonly why: string;

  constructor(pointer: string, why: string) {
    super(`#${pointer}: ${why}`);
    this.pointer = pointer;
    this.why = why;
  }
}
