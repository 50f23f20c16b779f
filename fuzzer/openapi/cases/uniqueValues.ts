import { isJson } from '../../../schemas/document/mediaTypes.ts';
import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { operationCases } from '../../engine/requests/requestCases.ts';
import type { RequestModel } from '../../engine/requests/requestModel.ts';

const key = '{{key}}';

/** Templates for unique texts, by the kinds that schemas ask for. */
const kinds = [key, `${key}@example.com`, `https://example.com/${key}`];

/** The most texts of one body that are replaced one at a time. */
const mostAlone = 4;

/** Returns a step with sample values for the keys in its body, so that a schema can judge it. */
export function withSampleKeys(step: CaseStep): CaseStep {
  const { body } = step;
  if (!body || !('text' in body)) return step;
  return { ...step, body: { ...body, text: body.text.replaceAll(key, '00000000-0000-4000-8000-000000000000') } };
}

/** Returns a value with each of its texts replaced by the callback's result. */
function withTexts(value: Plain, changed: (text: string, pointer: string) => string, pointer = ''): Plain {
  if (typeof value === 'string') return changed(value, pointer);
  if (Array.isArray(value)) return value.map((item, at) => withTexts(item, changed, child(pointer, at)));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withTexts(item, changed, child(pointer, name))]),
  );
}

/** Returns the body of a step as a value; undefined if it is not JSON. */
function bodyOf({ body }: CaseStep): Plain | undefined {
  if (!body || !('text' in body) || !isJson(body.type ?? '')) return undefined;
  const parsed = parseExact(body.text);
  return 'fault' in parsed ? undefined : toPlain(parsed.value);
}

const withBody = (step: CaseStep, value: Plain): CaseStep => ({
  ...step,
  ...(step.body && { body: { ...step.body, text: JSON.stringify(value) } }),
});

/** Returns the texts of a body that may be any text of their kind, by pointer, each with a template for a unique one. */
function freeIn({ contract, operation, mediaType }: RequestModel, step: CaseStep, body: Plain): Map<string, string> {
  const free = new Map<string, string>();
  const isValid = (value: Plain) =>
    contract.validateBody(operation, bodyOf(withSampleKeys(withBody(step, value))), mediaType).length === 0;
  withTexts(body, (text, pointer) => {
    const kind = kinds.find((one) => isValid(withTexts(body, (own, at) => (at === pointer ? one : own))));
    if (kind !== undefined) free.set(pointer, kind);
    return text;
  });
  return free;
}

/** Returns versions of a creation with unique texts: with all replaceable texts at once, then with one at a time. */
function freshened(subject: RequestModel, step: CaseStep): CaseStep[] {
  const body = bodyOf(step);
  if (body === undefined) return [];
  const free = freeIn(subject, step, body);
  const all = [...free.keys()];
  const choices = all.length > 1 ? [all, ...all.slice(0, mostAlone).map((one) => [one])] : all.map((one) => [one]);
  return choices.map((chosen) =>
    withBody(
      step,
      withTexts(body, (text, at) => (chosen.includes(at) ? (free.get(at) ?? text) : text)),
    ),
  );
}

/** How often a creation was refused after it was once accepted, how often it was sent since, and the seed for new values. */
interface Refused {
  refused: number;
  used: number;
  seed: number;
}

/** Returns another version of a creation that was refused when it was repeated: first with unique texts, then with a newly generated body. */
export function withUniqueValues(subject: RequestModel, step: CaseStep, { refused, used, seed }: Refused): CaseStep {
  if (refused === 0 || !step.body) return step;
  const fresh = freshened(subject, step)[refused - 1];
  if (fresh) return fresh;
  const cases = operationCases(subject, { seed: seed + used, random: 1, dropped: () => undefined });
  const [drawn] = cases?.of('random') ?? [];
  const body = drawn?.steps.at(-1)?.body;
  return body ? { ...step, body } : step;
}
