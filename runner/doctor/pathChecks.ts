import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Check } from './check.ts';
import type { Visit } from './visit.ts';

/** A path that no server has, and an id that no record has. */
const unknownPath = '/v1/user/unknown-resource';
const unknownId = '00000000-0000-4000-8000-000000000000';

/** A path of the target file, and whether runs read it; the others only take POSTs. */
interface NamedPath {
  field: string;
  template: string;
  isRead: boolean;
}

function namedPaths({ target: { paths } }: Visit): NamedPath[] {
  const { webhooks = {}, ...others } = paths;
  const all = [
    ...Object.entries(others).map(([name, template]) => [`paths.${name}`, template] as const),
    ...Object.entries(webhooks).map(([name, template]) => [`paths.webhooks.${name}`, template] as const),
  ];
  return all.map(([field, template]) => ({ field, template, isRead: /^paths\.(?:checkout|request)$/.test(field) }));
}

/** Returns a template filled with the first project and ids that do not exist. */
function filled(template: string, { target: { projects } }: Visit): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'projectId' ? uriEncoded(projects[0]?.id ?? unknownId) : unknownId,
  );
}

/** Returns the answer without its ids and paths, so that two answers can be compared. */
const outlineOf = ({ status, text, line }: Exchange) =>
  `${status} ${text
    .replaceAll(line.request.path, '')
    .replaceAll(unknownId, '')
    .replace(/[\dT:.Z-]{8,}/g, '')}`;

function pathCheck({ field, isRead }: NamedPath, answer: Exchange, unknown: Exchange): Check {
  const { status = 0, seen } = answer;
  const is = (state: Check['state'], says: string, todo?: string): Check => ({
    thing: field,
    state,
    says,
    ...(todo !== undefined && { todo }),
  });
  const todo = `Check the path against the documentation of the server.`;
  if (answer.isLost || status >= 500) return is('wrong', `was answered ${seen}`, todo);
  if (status === 401 || status === 403) return is('wrong', `refuses the main credential: ${seen}`, todo);
  if (status === 405)
    return isRead
      ? is('wrong', 'exists, and does not take a GET', todo)
      : is('ok', 'exists (it takes no GET, as expected)');
  if (outlineOf(answer) !== outlineOf(unknown)) return is('ok', `knows the path (${status} for an unknown id)`);
  return is(
    'not checked',
    `a GET is answered like one of an unknown path (${status}), which need not mean that it is wrong`,
  );
}

/** Returns the checks of the paths of the target file. Nothing is known to exist there, so an answer other than that of an unknown path is good. */
export async function pathChecks(visit: Visit): Promise<Check[]> {
  const named = namedPaths(visit);
  if (named.length === 0) return [];
  const unknown = await visit.get(unknownPath);
  const checks: Check[] = [];
  for (const one of named) {
    const answer = unknown && (await visit.get(filled(one.template, visit)));
    checks.push(
      unknown && answer
        ? pathCheck(one, answer, unknown)
        : { thing: one.field, state: 'not checked', says: 'no request was left' },
    );
  }
  return checks;
}
