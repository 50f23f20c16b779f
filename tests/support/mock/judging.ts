import type { OpenAPIV3_1 } from 'openapi-types';
import { isJson, mediaFor } from '../../../schemas/document/mediaTypes.ts';
import { segmentsIn } from '../../../schemas/document/routes.ts';
import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { formIn, readForm } from '../../../schemas/wire/forms.ts';
import { type Parameter, parametersOf, parse } from '../../../schemas/wire/parameters.ts';
import type { MockRequest, Refusal } from './exchange.ts';

/** Returns a refusal with all problems if parameters or body violate the contract. */
export function judgeRequest(asked: MockRequest): Refusal | undefined {
  const wrong = parameterFaults(asked);
  const body = bodyFaults(asked);
  if (body === 'unsupported') return { statuses: [415], problems: ['content-type: not described'] };
  const all = [...wrong, ...body];
  return all.length > 0 ? { statuses: [400, 422], problems: all } : undefined;
}

function parameterFaults(asked: MockRequest): string[] {
  const all = parametersOf(asked.operation);
  return all.flatMap((parameter) => {
    const others = all.flatMap(({ name, in: place }) =>
      place === parameter.in && name !== parameter.name ? [name] : [],
    );
    const faults = faultsOf(asked, { parameter, others });
    return faults.map((fault) => `${parameter.in} ${parameter.name}: ${fault}`);
  });
}

type Looked = { parameter: Parameter; others: readonly string[] };

function faultsOf(asked: MockRequest, { parameter, others }: Looked): string[] {
  const text = textOf(asked, parameter);
  const read =
    text === undefined ? { absent: true as const } : parse(parameter, text, { document: documentOf(asked), others });
  if ('fault' in read) return [read.fault];
  if ('absent' in read) return parameter.isRequired ? ['required'] : [];
  if (parameter.mayBeEmpty && read.value === '') return [];
  return asked.contract.faultsBy(parameter.schema, read.value).map(({ path, message }) => `${path} ${message}`);
}

function textOf(asked: MockRequest, { name, in: place }: Parameter): string | undefined {
  if (place === 'query') return asked.query;
  if (place === 'header') return asked.headers[name.toLowerCase()];
  if (place === 'cookie') return asked.headers['cookie'];
  return segmentsIn(asked.operation, asked.path)?.get(name);
}

function bodyFaults(asked: MockRequest): string[] | 'unsupported' {
  const { operation, contract, body } = asked;
  const content = operation.requestBody?.content;
  const type = asked.headers['content-type'];
  if (!content || body === '')
    return contract.validateBody(operation, body === '' ? undefined : body).map(({ message }) => message);
  const media = type === undefined ? undefined : mediaFor(content, type);
  if (!media || type === undefined) return 'unsupported';
  const read = bodyOf(asked, { media, type });
  if ('fault' in read) return [`body: ${read.fault}`];
  if ('unread' in read) return [];
  return contract.validateBody(operation, read.value, type).map(({ path, message }) => `body ${path} ${message}`);
}

type Media = { media: OpenAPIV3_1.MediaTypeObject; type: string };

function bodyOf(asked: MockRequest, { media, type }: Media): { value: Plain } | { fault: string } | { unread: true } {
  if (isJson(type)) {
    const parsed = parseExact(asked.body);
    return 'fault' in parsed ? parsed : { value: toPlain(parsed.value) };
  }
  const form = formIn(type, media);
  if (form) return readForm(documentOf(asked), form, { type, text: asked.body });
  // Binary bodies are not parsed.
  return /^text\//i.test(type) ? { value: asked.body } : { unread: true };
}

function documentOf({ contract }: MockRequest): Plain {
  return contract.document as unknown as Plain;
}
