import type { Sample } from '../../../generators/values/changes/sample.ts';
import { faultsOf, whyUnconfirmed } from '../../../generators/values/confirmSamples.ts';
import { segmentsIn } from '../../../schemas/document/routes.ts';
import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { ambiguityOf } from '../../../schemas/wire/ambiguity.ts';
import { readForm } from '../../../schemas/wire/forms.ts';
import { isHeaderValue, isRequestTarget, isToken } from '../../../schemas/wire/httpSyntax.ts';
import { type Parameter, type ParameterPlace, parse } from '../../../schemas/wire/parameters.ts';
import type { CaseStep, ViolatedConstraint } from '../cases/fuzzCase.ts';
import { formProblem } from './formValues.ts';
import type { RequestModel, RequestPart } from './requestModel.ts';

/** What a part of a written request says to a reader: a value, nothing, or something that cannot be read. */
export type ReadPart = { value: Plain } | { absent: true } | { fault: string };

/** The text in which a parameter stands; undefined where there is none. */
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

/** The other parameters that stand in the same place. */
function othersOf({ parts }: RequestModel, { in: place, name }: Parameter): string[] {
  return parts.flatMap(({ parameter }) => (parameter?.in === place && parameter.name !== name ? [parameter.name] : []));
}

function bodyIn({ contract }: RequestModel, { form }: RequestPart, { body }: CaseStep): ReadPart {
  // An empty text is no body.
  if (!body || ('text' in body && body.text === '')) return { absent: true };
  if (form) return readForm(contract.document as unknown as Plain, form, 'text' in body ? body : { text: '' });
  const parsed = parseExact('text' in body ? body.text : '');
  if ('fault' in parsed) return { fault: parsed.fault };
  return parsed.duplicates.length > 0 ? { fault: 'a key twice' } : { value: toPlain(parsed.value) };
}

/** Reads a part of a written request as its reader does. */
export function readBack(subject: RequestModel, part: RequestPart, step: CaseStep): ReadPart {
  if (!part.parameter) return bodyIn(subject, part, step);
  const text = textFor(subject, part.parameter, step);
  if (text === undefined) return { absent: true };
  return parse(part.parameter, text, {
    document: subject.contract.document as unknown as Plain,
    others: othersOf(subject, part.parameter),
  });
}

/** What is wrong with a part of a written request, in words that are the same for all of its sort; undefined where nothing is. */
export function partProblem(subject: RequestModel, part: RequestPart, step: CaseStep): string | undefined {
  const read = readBack(subject, part, step);
  if ('fault' in read) return `${part.name}: ${read.fault}`;
  if ('absent' in read) return part.isRequired ? `${part.name}: required, and not there` : undefined;
  const [first] = faultsOf(subject.contract.document, part.schema)(read.value);
  return first && `${part.name}: breaks ${first.keyword}`;
}

/** How what is said of a request begins that a sound reader may take for another. */
export const ambiguous = 'ambiguous: ';

/**
 * Why a sound reader may take a part for sound although its schema forbids it: its text says as well what is allowed, or what is broken
 * is asked of answers alone.
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

/** What is said to be wrong with a request: one constraint in one part of it; or that the part is not there. */
export type StatedDefect = { part: RequestPart; sample: Sample } | { part: RequestPart; isGone: true };

/** Why a request is not sent that HTTP has no way to write. */
export const unwritable = 'cannot be written as HTTP';

/** Whether HTTP has a way to write a request. */
export function isWritable({ method, path, headers, body }: CaseStep): boolean {
  const areHeaders = headers.every(([name, value]) => isToken(name) && isHeaderValue(value));
  return areHeaders && isToken(method) && isRequestTarget(path) && isHeaderValue(body?.type ?? '');
}

/**
 * Why what is said of a written request is not what its final text says, in words that are the same for all of its sort; undefined where it is.
 * A request of which nothing is said is to be sound.
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

/** What is said of a request that breaks one constraint of a schema, as its text has it; undefined where nothing of the kind is said. */
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
