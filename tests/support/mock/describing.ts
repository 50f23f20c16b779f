import type { OpenAPIV3_1 } from 'openapi-types';
import { isJson, responseFor } from '../../../schemas/document/mediaTypes.ts';
import { resolved } from '../../../schemas/document/resolve.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { parameterOf, serialise } from '../../../schemas/wire/parameters.ts';
import type { DrawValue } from './drawing.ts';
import type { MockRequest } from './exchange.ts';

/** An answer as the contract describes it; `isDrawn` if every described part could be generated. */
type DescribedAnswer = {
  readonly status: number;
  readonly type?: string;
  readonly text?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isDrawn: boolean;
};

/** Returns an answer with this status as the contract describes it: a valid example, or else a generated value. */
export type DescribeAnswer = (asked: MockRequest, status: number) => DescribedAnswer;

/** Returns a function that describes answers and generates the value for each place of a contract only once. */
export function describeBy(draw: DrawValue): DescribeAnswer {
  const known = new Map<OpenAPIV3_1.MediaTypeObject, Plain | undefined>();
  return (asked, status) => {
    const response = responseFor(asked.operation.responses, status);
    const headers = headersOf(asked, response, draw);
    const [type, media] = mediaOf(response);
    if (!type || !media || asked.method === 'HEAD') return { status, headers, isDrawn: true };
    if (!known.has(media)) known.set(media, drawnFor(asked, { status, type, media, draw }));
    const value = known.get(media);
    if (value === undefined) return { status, headers, isDrawn: false };
    return { status, type, headers, text: isJson(type) ? JSON.stringify(value) : asText(value), isDrawn: true };
  };
}

type Response = OpenAPIV3_1.ResponseObject | undefined;

function mediaOf(response: Response): [type?: string, media?: OpenAPIV3_1.MediaTypeObject] {
  const described = Object.entries(response?.content ?? {});
  const [type, media] = described.find(([name]) => isJson(name)) ?? described[0] ?? [];
  return type === undefined || media === undefined
    ? []
    : [type.replace('*/*', 'application/json').replace('/*', '/plain'), media];
}

type Wanted = { status: number; type: string; media: OpenAPIV3_1.MediaTypeObject; draw: DrawValue };

function drawnFor({ contract, operation }: MockRequest, { status, type, media, draw }: Wanted): Plain | undefined {
  const schema = (media.schema ?? true) as Plain;
  const holds = (value: Plain) => contract.validateAnswer(operation, { status, contentType: type, value }).length === 0;
  const shown = [media.example, ...examplesOf(media), ...(isPlainObject(schema) ? listed(schema.examples) : [])];
  const held = shown.find((value): value is Plain => value !== undefined && holds(value as Plain));
  return held ?? draw(contract, schema);
}

// Only required headers are generated.
function headersOf({ contract }: MockRequest, response: Response, draw: DrawValue): Record<string, string> {
  const document = contract.document as unknown as PlainObject;
  const all = Object.entries((response?.headers ?? {}) as unknown as PlainObject);
  const drawn = all.flatMap(([name, node]): [string, string][] => {
    const parameter = parameterOf({ ...resolved(document, node), name, in: 'header' });
    const value = parameter.isRequired ? draw(contract, parameter.schema) : undefined;
    return value === undefined ? [] : [[name, serialise(parameter, value)]];
  });
  return Object.fromEntries(drawn);
}

function examplesOf({ examples = {} }: OpenAPIV3_1.MediaTypeObject): unknown[] {
  return Object.values(examples).map((example) => ('value' in example ? example.value : undefined));
}

function listed(value: Plain | undefined): Plain[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: Plain): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
