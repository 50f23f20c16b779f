import type { OpenAPIV3_1 } from 'openapi-types';

type Content = Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>;

/** True for JSON content types: application/json and types with a +json suffix. */
export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
}

/** Returns the described response for a status: the status itself, then its class (2XX), then `default`. */
export function responseFor<T>(responses: Readonly<Record<string, T>>, status: number): T | undefined {
  const group = `${Math.floor(status / 100)}XX`;
  return responses[String(status)] ?? responses[group] ?? responses[group.toLowerCase()] ?? responses.default;
}

/** Returns the described media type for a Content-Type: the type itself, application/json for a +json suffix, or a range such as text/*. */
export function mediaFor(content: Content, contentType: string): OpenAPIV3_1.MediaTypeObject | undefined {
  const described = new Map(Object.entries(content).map(([type, media]) => [essence(type), media]));
  const wanted = essence(contentType);
  const candidates = [
    wanted,
    ...(/\+json$/.test(wanted) ? ['application/json'] : []),
    `${wanted.split('/')[0]}/*`,
    '*/*',
  ];
  return candidates.map((type) => described.get(type)).find((media) => media !== undefined);
}

/** Returns the media type to check a JSON value by when none is named: JSON if described, else the first one. */
export function mainMedia(content: Content): OpenAPIV3_1.MediaTypeObject | undefined {
  return mediaFor(content, 'application/json') ?? Object.values(content)[0];
}

function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
