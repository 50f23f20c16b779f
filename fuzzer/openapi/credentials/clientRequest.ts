import type { Operation } from '../../../schemas/document/operations.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import type { Purpose } from '../../../traffic/journal/journalTypes.ts';
import type { HealthRequest, Sending } from '../../../traffic/transport/sending.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { Credentials, ShownCredentials } from './credentials.ts';

/** Nobody: the schemes of our own interface sign nothing for another. */
const signing = { scheme: 'none', credential: { label: 'any', tokenId: '', secret: '' } } as const;

/** How it is seen that a target of any API is back: any answer at its base address. */
export const recoveryProbe: HealthRequest = { method: 'GET', path: '/', signing };

/** What a step is sent with: for which requirement and why, the operation that it is of, and the credentials at hand. */
export interface StepSendOptions {
  requirement: string;
  purpose: Purpose;
  operation: Operation | undefined;
  credentials: Credentials;
  /** The exchange that it confirms. */
  repeats?: string;
}

const nothing: ShownCredentials = { headers: [], query: [], cookies: [] };

/** What a step shows to be let in: nothing, where it is of no operation or is to show nothing; what nobody was given, where it is to be refused. */
function shownBy(
  { signing: how, fault }: CaseStep,
  { operation, credentials }: Pick<StepSendOptions, 'operation' | 'credentials'>,
): ShownCredentials {
  if (how === 'none' || !operation) return nothing;
  return fault === undefined ? credentials.shownTo(operation) : credentials.wronglyShownTo(operation);
}

const nameOf = (pair: string) => pair.split('=', 1)[0];

/** The pairs of a text and those that are shown, which stand in for pairs of the same name. */
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

/** A step of a case, its references filled, as the client sends it to any API. */
export function clientRequest(
  step: CaseStep,
  { requirement, purpose, operation, credentials, repeats }: StepSendOptions,
): Sending {
  const shown = shownBy(step, { operation, credentials });
  const { method, body, connection } = step;
  return {
    requirement,
    purpose,
    // The door names operations of our interface; what it writes is the key, whosever it is.
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
