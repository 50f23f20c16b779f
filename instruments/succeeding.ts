import type { OpenAPIV3_1 } from 'openapi-types';
import { isPlainObject, type Plain } from '../schemas/plain.ts';
import type { Answer, Asked } from './asked.ts';
import type { Draw } from './drawing.ts';

/** Answers with the first success that the contract describes: one of its examples that hold, else a drawn value. */
export function succeedBy(draw: Draw): (asked: Asked) => Answer {
  const known = new Map<OpenAPIV3_1.MediaTypeObject, Plain | undefined>();
  return (asked) => {
    const [status, response] = successOf(asked);
    const [type, media] = mediaOf(response);
    if (!type || !media || asked.method === 'HEAD') return { status };
    if (!known.has(media)) known.set(media, drawnFor(asked, { status, type, media, draw }));
    const value = known.get(media);
    if (value === undefined)
      return { status: 501, type: 'text/plain', text: `no value of ${asked.operation.key} could be drawn` };
    return { status, type, text: /json/i.test(type) ? JSON.stringify(value) : asText(value) };
  };
}

type Response = OpenAPIV3_1.ResponseObject | undefined;

function successOf({ operation: { responses } }: Asked): [status: number, Response] {
  const [code = '200'] = Object.keys(responses)
    .filter((each) => /^2(?:\d\d|XX)$/i.test(each))
    .sort();
  return [Number(code.replace(/XX/i, '00')), responses[code] ?? responses['default']];
}

function mediaOf(response: Response): [type?: string, media?: OpenAPIV3_1.MediaTypeObject] {
  const described = Object.entries(response?.content ?? {});
  const [type, media] = described.find(([name]) => /json/i.test(name)) ?? described[0] ?? [];
  return type === undefined || media === undefined
    ? []
    : [type.replace('*/*', 'application/json').replace('/*', '/plain'), media];
}

type Wanted = { status: number; type: string; media: OpenAPIV3_1.MediaTypeObject; draw: Draw };

function drawnFor({ contract, operation }: Asked, { status, type, media, draw }: Wanted): Plain | undefined {
  const schema = (media.schema ?? true) as Plain;
  const holds = (value: Plain) => contract.validateAnswer(operation, { status, contentType: type, value }).length === 0;
  const shown = [media.example, ...examplesOf(media), ...(isPlainObject(schema) ? listed(schema.examples) : [])];
  const held = shown.find((value): value is Plain => value !== undefined && holds(value as Plain));
  return held ?? draw(contract, schema);
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
