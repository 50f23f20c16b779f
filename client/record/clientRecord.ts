import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import { grouped } from '../../traffic/journal/runRecord.ts';
import type { CallLine, ClaimLine, ClientLine, GateLine, RequestLine } from './clientLines.ts';

/** A call with its request and answer as values. Numbers keep their text. */
export interface ClientCall extends CallLine {
  asked: Exact;
  answered: Exact | undefined;
}

const parsedText = (text: string | undefined): Exact | undefined => {
  if (text === undefined) return undefined;
  const parsed = parseExact(text);
  return 'fault' in parsed ? undefined : parsed.value;
};

const isKind =
  <Kind extends ClientLine['kind']>(kind: Kind) =>
  (line: ClientLine): line is Extract<ClientLine, { kind: Kind }> =>
    line.kind === kind;

/** What one scenario left behind: its calls and its requests, in order. */
export interface ScenarioEvidence {
  name: string;
  calls: readonly ClientCall[];
  requests: readonly RequestLine[];
}

/** Everything that a gate wrote down, as an object: the same for a running gate and for a stored journal. */
export class ClientRecord {
  readonly gate: GateLine | undefined;
  readonly lines: readonly ClientLine[];
  readonly requests: readonly RequestLine[];
  readonly claims: readonly ClaimLine[];
  readonly #calls: ReadonlyMap<string, readonly ClientCall[]>;
  readonly #requests: ReadonlyMap<string, readonly RequestLine[]>;
  readonly #during: ReadonlyMap<string, readonly RequestLine[]>;

  constructor(lines: readonly ClientLine[]) {
    this.lines = lines;
    this.gate = lines.find(isKind('gate'));
    this.requests = lines.filter(isKind('request')).sort((a, b) => a.atMs - b.atMs);
    this.claims = lines.filter(isKind('claim'));
    const calls = lines
      .filter(isKind('call'))
      .map(
        (line): ClientCall => ({ ...line, asked: parsedText(line.request) ?? null, answered: parsedText(line.answer) }),
      );
    this.#calls = grouped(calls, ({ scenario }) => scenario);
    this.#requests = grouped(this.requests, ({ scenario }) => scenario);
    this.#during = grouped(this.requests, ({ call = '' }) => call);
  }

  /** The lines of one kind. */
  of<Kind extends ClientLine['kind']>(kind: Kind): Extract<ClientLine, { kind: Kind }>[] {
    return this.lines.filter(isKind(kind));
  }

  /** All calls. */
  get calls(): ClientCall[] {
    return [...this.#calls.values()].flat();
  }

  /** The requests that the client sent during a call. */
  during({ id }: CallLine): readonly RequestLine[] {
    return this.#during.get(id) ?? [];
  }

  /** What one scenario left behind. */
  scenario(name: string): ScenarioEvidence {
    return { name, calls: this.#calls.get(name) ?? [], requests: this.#requests.get(name) ?? [] };
  }
}

/** Returns a member of an answer; undefined if there is none. */
export const memberOf = (value: Exact | undefined, name: string): Exact | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
