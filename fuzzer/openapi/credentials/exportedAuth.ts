import { randomBytes } from 'node:crypto';
import type { Contract } from '../../../schemas/load/contract.ts';
import { shortestSecret } from '../../../traffic/redaction/redactor.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { clientRequest } from './clientRequest.ts';
import { type Credentials, credentialsFor } from './credentials.ts';

/** A step for an exported script, and its credentials: JavaScript expressions over `values`, the values of environment variables. */
export interface ExportedStep {
  step: CaseStep;
  proof?: { variables: readonly string[]; headers: string; query?: string; secrets?: string };
}

/** A unique text that stands for the value of a variable, so that its uses can be found. */
interface Mark {
  variable: string;
  value: string;
}

/** The ways in which a credential is written, as a text and as an expression. */
const forms: readonly { write(value: string): string; as(value: string): string }[] = [
  { write: (value) => value, as: (value) => value },
  { write: encodeURIComponent, as: (value) => `encodeURIComponent(${value})` },
  {
    write: (value) => Buffer.from(value).toString('base64'),
    as: (value) => `Buffer.from(${value}).toString("base64")`,
  },
];

/** Returns a text with marks as an expression. */
function expressionOf(text: string, marks: readonly Mark[]): string {
  for (const [at, { value }] of marks.entries())
    for (const { write, as } of forms) {
      const [before = '', ...after] = text.split(write(value));
      if (after.length === 0) continue;
      const parts = [before, after.join(write(value))].map((part) => expressionOf(part, marks));
      return [parts[0], as(`values[${at}]`), parts[1]].filter((part) => part !== '""').join(' + ');
    }
  return JSON.stringify(text);
}

const holds = (text: string, marks: readonly Mark[]) =>
  marks.some(({ value }) => forms.some(({ write }) => text.includes(write(value))));

/**
 * Returns a function that prepares steps on any API for export. A credential in a request becomes a reference to its variable, as `--auth` names it; a wrong
 * credential is derived from the real one and is not written down.
 */
export function authExporter(contract: Contract, options: readonly string[]): (step: CaseStep) => ExportedStep {
  const known = new Map<string, Mark>();
  const marked = credentialsFor(contract, options, (variable) => {
    // The colon divides the user name from the password; the rest is random, so that no case contains it.
    const mark = known.get(variable) ?? { variable, value: `any:${randomBytes(16).toString('hex')}` };
    known.set(variable, mark);
    return mark.value;
  });
  return (step) => {
    if (step.signing === 'none') return { step };
    const operation = operationFor({ contract, step });
    const sent = clientRequest(step, { requirement: 'ANY', purpose: 'probe', operation, credentials: marked });
    const texts = [sent.path, ...(sent.headers ?? []).map(([, value]) => value)];
    const marks = [...known.values()].filter((mark) => texts.some((text) => holds(text, [mark])));
    const [shown, own] = [true, false].map((isShown) =>
      (sent.headers ?? []).filter(([, value]) => holds(value, marks) === isShown),
    );
    const headers = (shown ?? []).map(([name, value]) => `[${JSON.stringify(name)}, ${expressionOf(value, marks)}]`);
    const [path, query] = partedPath(sent.path, marks);
    return {
      step: { ...step, path, headers: own ?? [] },
      proof: {
        variables: marks.map(({ variable }) => variable),
        headers: `[${headers.join(', ')}]`,
        ...(query !== '' && { query: expressionOf(query, marks) }),
        ...secretsOf(marks, marked),
      },
    };
  };
}

/**
 * Returns an expression for the secrets that must never be shown: whole credentials and their passwords. Leaves out texts that are too short to be secrets.
 * Returns an empty object if there is no secret.
 */
function secretsOf(marks: readonly Mark[], { secrets }: Credentials): { secrets?: string } {
  const known = new Set(secrets.map(({ value }) => value));
  const texts = marks.flatMap(({ value }, at) => [
    ...(known.has(value) ? [`values[${at}]`] : []),
    ...(known.has(passwordOf(value)) ? [`values[${at}].slice(values[${at}].indexOf(":") + 1)`] : []),
  ]);
  const isLong = `({ length }) => length >= ${shortestSecret}`;
  return texts.length === 0 ? {} : { secrets: `[${texts.join(', ')}].filter(${isLong})` };
}

const passwordOf = (value: string) => value.slice(value.indexOf(':') + 1);

/** Splits a path before the first pair that holds a mark: credentials come last. */
function partedPath(path: string, marks: readonly Mark[]): [path: string, shown: string] {
  const pairs = path.split(/(?=[?&])/);
  const at = pairs.findIndex((pair) => holds(pair, marks));
  return at < 0 ? [path, ''] : [pairs.slice(0, at).join(''), pairs.slice(at).join('')];
}
