import type { Sample } from '../../../generators/values/changes/sample.ts';
import { faultsOf, whyUnconfirmed } from '../../../generators/values/confirmSamples.ts';
import { segmentsIn } from '../../../schemas/document/routes.ts';
import { parsePlain } from '../../../schemas/json/exact.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { ambiguityOf } from '../../../schemas/wire/ambiguity.ts';
import { readForm } from '../../../schemas/wire/forms.ts';
import { isHeaderValue, isRequestTarget, isToken } from '../../../schemas/wire/httpSyntax.ts';
import { type Parameter, type ParameterPlace, parse } from '../../../schemas/wire/parameters.ts';
import type { CaseStep, ViolatedConstraint } from '../cases/fuzzCase.ts';
import { formProblem } from './formValues.ts';
import type { RequestModel, RequestPart } from './requestModel.ts';

/** A part of a written request as its receiver reads it: a value, nothing, or something that is not readable. */
export type ReadPart = { value: Plain } | { absent: true } | { fault: string };

/** Returns the text that holds a parameter; undefined if there is none. */
function textFor(
  subject: RequestModel,
  { in: place, name }: Parameter,
  { path, headers }: CaseStep,
): string | undefined {
  const header = (wanted: string) => headers.find(([key]) => key.toLowerCase() === wanted.toLowerCase())?.[1];
  const texts: Readonly<Record<ParameterPlace, () => string | undefined>> = {
    path: () => segmentsIn(subject.operation, path)?.get(name),
    query: () => path.split(/\?(.*)/s)[1] ?? '',
    header: () => header(name),
    cookie: () => header('Cookie') ?? '',
  };
  return texts[place]();
}

/** Returns the names of the other parameters in the same place. */
function othersOf({ parts }: RequestModel, { in: place, name }: Parameter): string[] {
  return parts.flatMap(({ parameter }) => (parameter?.in === place && parameter.name !== name ? [parameter.name] : []));
}

function bodyIn({ contract }: RequestModel, { form }: RequestPart, { body }: CaseStep): ReadPart {
  // An empty text counts as no body.
  if (!body || ('text' in body && body.text === '')) return { absent: true };
  if (form) return readForm(contract.document as unknown as Plain, form, 'text' in body ? body : { text: '' });
  const parsed = parsePlain('text' in body ? body.text : '');
  if ('fault' in parsed) return { fault: parsed.fault };
  return parsed.duplicates.length > 0 ? { fault: 'a key twice' } : { value: parsed.value };
}

/** Reads a part of a written request as its receiver does. */
export function readBack(subject: RequestModel, part: RequestPart, step: CaseStep): ReadPart {
  if (!part.parameter) return bodyIn(subject, part, step);
  const text = textFor(subject, part.parameter, step);
  if (text === undefined) return { absent: true };
  return parse(part.parameter, text, {
    document: subject.contract.document as unknown as Plain,
    others: othersOf(subject, part.parameter),
  });
}

/** Returns the problem of a part of a written request, in words that are the same for every problem of its kind; undefined if it has none. */
export function partProblem(subject: RequestModel, part: RequestPart, step: CaseStep): string | undefined {
  const read = readBack(subject, part, step);
  if ('fault' in read) return `${part.name}: ${read.fault}`;
  if ('absent' in read) return part.isRequired ? `${part.name}: required, and not there` : undefined;
  const [first] = faultsOf(subject.contract.document, part.schema)(read.value);
  return first && `${part.name}: breaks ${first.keyword}`;
}

/** The first words of the reason to drop a request, if a conforming receiver may read the text of the request in another way. */
export const ambiguous = 'ambiguous: ';

/**
 * Returns why a conforming receiver may accept a part that its schema forbids: its text can also be read as an allowed value, or the broken constraint applies
 * to answers only.
 */
function leewayOf(
  { contract, operation, mediaType }: RequestModel,
  { part, sample }: Extract<StatedDefect, { sample: Sample }>,
): string | undefined {
  const { parameter, name, form } = part;
  const document = contract.document as unknown as Plain;
  if (parameter) return ambiguityOf({ document, parameter, value: sample.value });
  const lost = form && formProblem(contract, form, sample.value);
  if (lost !== undefined) return lost;
  const isBroken = contract.validateBody(operation, sample.value, mediaType).length > 0;
  return isBroken ? undefined : `${name}: breaks only what is asked of answers`;
}

/** A stated defect of a request: one broken constraint in one part, or a missing part. */
export type StatedDefect = { part: RequestPart; sample: Sample } | { part: RequestPart; isGone: true };

/** The reason to drop a request that HTTP cannot express. */
export const unwritable = 'cannot be written as HTTP';

/** True if HTTP can express a request. */
export function isWritable({ method, path, headers, body }: CaseStep): boolean {
  const areHeaders = headers.every(([name, value]) => isToken(name) && isHeaderValue(value));
  return areHeaders && isToken(method) && isRequestTarget(path) && isHeaderValue(body?.type ?? '');
}

/**
 * Returns why the final text of a request does not match its label, in words that are the same for every mismatch of its kind; undefined if it does match.
 * Without a stated defect the request must be valid.
 */
export function labelProblem(subject: RequestModel, step: CaseStep, said?: StatedDefect): string | undefined {
  if (!isWritable(step)) return unwritable;
  if (subject.contract.operationOf(step.method, step.path) !== subject.operation) return 'leads to another operation';
  for (const part of subject.parts) {
    if (part === said?.part) continue;
    const trouble = partProblem(subject, part, step);
    if (trouble !== undefined) return trouble;
  }
  if (!said) return undefined;
  const { part } = said;
  const read = readBack(subject, part, step);
  if ('isGone' in said) return 'absent' in read && part.isRequired ? undefined : `${part.name}: left out, and there`;
  if (!('value' in read)) return `${part.name}: cannot be read back`;
  const leeway = said.sample.label === 'invalid' ? leewayOf(subject, said) : undefined;
  if (leeway !== undefined) return `${ambiguous}${part.name}: ${leeway}`;
  return whyUnconfirmed(faultsOf(subject.contract.document, part.schema), { ...said.sample, value: read.value });
}

/** Returns the stated defect of a request that breaks one constraint of a schema, read from its final text; undefined if the text has no such part. */
export function statedDefect(
  subject: RequestModel,
  step: CaseStep,
  { schema, keyword, place, words }: ViolatedConstraint,
): StatedDefect | undefined {
  const part = subject.parts.find(({ name }) => place === name || place.startsWith(`${name}/`));
  if (!part) return undefined;
  if (schema === '' && keyword === 'required' && place === part.name) return { part, isGone: true };
  const read = readBack(subject, part, step);
  if (!('value' in read)) return undefined;
  const reason = { place: place.slice(part.name.length), schema, keyword, side: 'out', words } as const;
  return { part, sample: { value: read.value, label: 'invalid', reason } };
}
