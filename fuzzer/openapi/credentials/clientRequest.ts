import type { Operation } from '../../../schemas/document/operations.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import type { Purpose } from '../../../traffic/journal/journalTypes.ts';
import type { HealthRequest, Sending } from '../../../traffic/transport/sending.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { Credentials, ShownCredentials } from './credentials.ts';

/** Unsigned: the signing schemes of our own interface do not apply to other APIs. */
const signing = { scheme: 'none', credential: { label: 'any', tokenId: '', secret: '' } } as const;

/** The request that shows that the target of any API answers again: any answer at its base address will do. */
export const recoveryProbe: HealthRequest = { method: 'GET', path: '/', signing };

/** The context in which a step is sent: the requirement and purpose, the operation of the step, and the available credentials. */
export interface StepSendOptions {
  requirement: string;
  purpose: Purpose;
  operation: Operation | undefined;
  credentials: Credentials;
  /** The id of the exchange that it confirms. */
  repeats?: string | undefined;
}

const nothing: ShownCredentials = { headers: [], query: [], cookies: [] };

/** Returns the credentials that a step carries: nothing if it has no operation or must be unauthenticated; wrong ones if it must be refused. */
function shownBy(
  { signing: how, fault }: CaseStep,
  { operation, credentials }: Pick<StepSendOptions, 'operation' | 'credentials'>,
): ShownCredentials {
  if (how === 'none' || !operation) return nothing;
  return fault === undefined ? credentials.shownTo(operation) : credentials.wronglyShownTo(operation);
}

const nameOf = (pair: string) => pair.split('=', 1)[0];

/** Returns a text of name-value pairs with these credentials. A credential replaces a pair with the same name. */
function withPairs(text: string, divider: string, shown: readonly string[]): string {
  const names = new Set(shown.map(nameOf));
  const own = text.split(divider).filter((pair) => pair !== '' && !names.has(nameOf(pair.trim())));
  return [...own, ...shown].join(divider);
}

function headersWith({ headers }: CaseStep, shown: ShownCredentials): [string, string][] {
  const isCookie = ([name]: readonly [string, string]) => name.toLowerCase() === 'cookie';
  const names = new Set(shown.headers.map(([name]) => name.toLowerCase()));
  const own = headers.filter((header) => !names.has(header[0].toLowerCase()) && !isCookie(header));
  const cookies = withPairs(headers.find(isCookie)?.[1] ?? '', '; ', shown.cookies);
  const all = [...own, ...shown.headers].map(([name, value]): [string, string] => [name, value]);
  return cookies === '' ? all : [...all, ['Cookie', cookies]];
}

function pathWith({ path }: CaseStep, { query }: ShownCredentials): string {
  const [place = '', asked = ''] = path.split(/\?(.*)/s);
  return query.length === 0 ? path : `${place}?${withPairs(asked, '&', query)}`;
}

/** Returns a step with filled references as the client sends it to any API. */
export function clientRequest(
  step: CaseStep,
  { requirement, purpose, operation, credentials, repeats }: StepSendOptions,
): Sending {
  const shown = shownBy(step, { operation, credentials });
  const { method, body, connection } = step;
  return {
    requirement,
    purpose,
    // The client's type lists only the operations of our interface. The client only writes the key down, so it may be any key.
    ...(operation && { operation: operation.key as OperationKey }),
    method,
    path: pathWith(step, shown),
    headers: headersWith(step, shown),
    signing,
    ...(body && {
      body: 'text' in body ? body.text : Buffer.from(body.base64, 'base64'),
      contentType: body.type ?? null,
    }),
    ...(connection && { connection }),
    ...(repeats !== undefined && { repeats }),
  };
}
