import { textField } from '../../harness/record.ts';
import type { CaseClaim, CaseStep, FuzzCase } from '../case.ts';
import { renamed } from '../references.ts';
import type { Batch } from './batch.ts';
import type { Played } from './player.ts';

/** So many cases are joined into one where only together they show what is broken. */
const mostJoined = 3;

/** Which cases made the exchanges of a batch. */
export class Origins {
  readonly #played: readonly Played[];
  readonly #byExchange = new Map<string, number>();
  readonly #byName = new Map<string, number>();

  constructor({ played, record }: Pick<Batch, 'played' | 'record'>) {
    this.#played = played;
    for (const [at, { exchanges }] of played.entries()) for (const id of exchanges) this.#byExchange.set(id, at);
    for (const { exchange, clientOrderId, id } of record.creations) this.#name(exchange.id, [clientOrderId, id]);
    for (const { exchange, value } of record.payments)
      this.#name(exchange.id, [textField(value, 'clientOrderId'), textField(value, 'id')]);
    for (const { id, line } of record.exchanges) if (!this.#byExchange.has(id)) this.#find(id, line.request.path);
  }

  /** What a record is called by leads to the case that first showed it. */
  #name(exchange: string, names: readonly (string | undefined)[]): void {
    const at = this.#byExchange.get(exchange);
    if (at === undefined) return;
    for (const name of names) if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, at);
  }

  /** A read of the sweep is of the case whose record it asks for. */
  #find(exchange: string, path: string): void {
    const names = decodeURIComponent(path.replaceAll('+', ' ')).split(/[/?&=]/);
    const at = names.map((name) => this.#byName.get(name)).find((found) => found !== undefined);
    if (at !== undefined) this.#byExchange.set(exchange, at);
  }

  /** The case that these exchanges are of: of several one that does them all in turn; of none the last of the batch. */
  caseOf(exchanges: readonly string[]): { played: readonly Played[]; case: FuzzCase } | undefined {
    const found = exchanges.flatMap((id) => this.#byExchange.get(id) ?? []);
    const places = [...new Set(found)].sort((a, b) => a - b).slice(-mostJoined);
    const played = (places.length > 0 ? places : [this.#played.length - 1]).flatMap((at) => this.#played[at] ?? []);
    const [first, ...others] = played.map((one) => one.case);
    return first && { played, case: others.reduce(joined, first) };
  }
}

const moved = (claim: CaseClaim, by: number): CaseClaim => ({
  ...claim,
  args: JSON.parse(JSON.stringify(claim.args).replaceAll(/"#(\d+)"/g, (_, step: string) => `"#${Number(step) + by}"`)),
});

/** Two cases, one after the other, as one that is about the second. */
export function joined(one: FuzzCase, other: FuzzCase): FuzzCase {
  const by = one.steps.length;
  const places = new Map(other.steps.map((_, at) => [at + 1, at + 1 + by]));
  const races = Math.max(0, ...one.steps.map(({ race }) => race ?? 0));
  const steps = other.steps.map((step): CaseStep => {
    const apart = renamed(step, { places, suffix: `s${by}` });
    return apart.race === undefined ? apart : { ...apart, race: apart.race + races };
  });
  const claims = [...(one.claims ?? []), ...(other.claims ?? []).map((claim) => moved(claim, by))];
  return { steps: [...one.steps, ...steps], label: other.label, ...(claims.length > 0 && { claims }) };
}
