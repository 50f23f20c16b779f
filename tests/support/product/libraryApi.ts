import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ContractCampaign } from '../../../reports/campaign/contractCoverage.ts';
import { type ReceivedRequest, serve } from '../network/testServer.ts';
import { assay } from './assayCommand.ts';
import type { Ended } from './childProcess.ts';
import { contractIn } from './shopContract.ts';

/** The credential that the library accepts. */
export const secret = 'key-of-0123456789';

/** Deviations of the library from its normal behaviour. */
export interface LibraryOptions {
  /** Books can be requested without a credential. */
  isOpenBelow?: true;
  /** A request without a valid credential gets 404. */
  hides?: true;
  /** A title that exists is refused for another book. */
  refusesTwice?: true;
  /** The maximum title length in characters; 40 by default. */
  longest?: number;
  /** Every nth request gets 503, or a closed connection. */
  stumbles?: { each: number; isCut?: true };
  /** Reading an existing book fails. */
  failsOnBooks?: true;
}

const json = (schema: object) => ({ 'application/json': { schema } });

const title = { type: 'string', minLength: 1, maxLength: 40 };

const pages = { type: 'integer', minimum: 1, maximum: 5000 };

const properties = { title, pages, shelf: { enum: ['left', 'right'] } };

const newBook = { type: 'object', additionalProperties: false, required: ['title', 'pages'], properties };

const made = json({
  type: 'object',
  required: ['id', 'title'],
  properties: { ...properties, id: { type: 'string', format: 'uuid' } },
});

const refused = { '4XX': { description: 'no' } };

const ok = (content: object) => ({ 200: { description: 'ok', content }, ...refused });

const id = { name: 'bookId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

/** The contract of the library: books that are created, read and deleted, a credential, and one operation without a credential. */
export const library = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/health': { get: { security: [], responses: ok({ 'text/plain': { schema: { type: 'string' } } }) } },
    '/books': {
      post: {
        requestBody: { required: true, content: json(newBook) },
        responses: { 201: { description: 'made', content: made }, ...refused },
      },
    },
    '/books/{bookId}': {
      parameters: [id],
      get: { responses: ok(made) },
      delete: { responses: { 204: { description: 'gone' }, ...refused } },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

type Book = Readonly<Record<string, unknown>>;

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && [...value].length <= most;

function bookIn({ request, body }: ReceivedRequest, longest: number): Book | undefined {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    const book = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Book;
    const { title: name, pages: count, shelf = 'left', ...more } = book;
    const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 5000;
    const isKnown = ['left', 'right'].includes(String(shelf)) && Object.keys(more).length === 0;
    return isText(name, longest) && isCount && isKnown ? book : undefined;
  } catch {
    return undefined;
  }
}

const plain = { 'content-type': 'text/plain' };

function give(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, body ? { 'content-type': 'application/json' } : {});
  response.end(body && JSON.stringify(body));
}

/** Opens the library as a server with these deviations. */
export function openLibrary({
  isOpenBelow,
  hides,
  refusesTwice,
  failsOnBooks,
  longest = 40,
  stumbles,
}: LibraryOptions) {
  const books = new Map<string, Book>();
  const add = (book: Book | undefined): [number, Book?] => {
    if (!book) return [400];
    if (refusesTwice && [...books.values()].some((one) => one['title'] === book['title'])) return [409];
    const stored = { ...book, id: randomUUID() };
    books.set(stored.id, stored);
    return [201, stored];
  };
  const below = (method: string, key: string): [number, Book?] => {
    const book = books.get(key);
    if (!['GET', 'DELETE'].includes(method)) return [405];
    if (!book) return [404];
    if (method === 'DELETE') books.delete(key);
    else if (failsOnBooks) return [500];
    return method === 'DELETE' ? [204] : [200, book];
  };
  let count = 0;
  return serve((asked, response) => {
    count += 1;
    if (stumbles && count % stumbles.each === 0)
      return stumbles.isCut ? void response.socket?.destroy() : give(response, 503);
    const { method = '', headers } = asked.request;
    const [, place = '', key] = asked.path.split('?', 1)[0]?.split('/') ?? [];
    const isLetIn = headers['x-key'] === secret || (isOpenBelow && key !== undefined);
    if (place === 'health') return void response.writeHead(method === 'GET' ? 200 : 405, plain).end('well');
    if (place !== 'books') return give(response, 404);
    if (!isLetIn) return give(response, hides ? 404 : 401);
    if (key !== undefined) return give(response, ...below(method, key));
    return give(response, ...(method === 'POST' ? add(bookIn(asked, longest)) : ([405] as [number])));
  });
}

/** Runs a campaign on the library and returns its output and its document. */
export async function fuzzLibrary(
  folder: string,
  manners: LibraryOptions,
  {
    words = ['--posts', '200'],
    key = secret,
    document = library,
  }: { words?: readonly string[]; key?: string; document?: object } = {},
): Promise<Ended & { told: ContractCampaign }> {
  const served = await openLibrary(manners);
  const out = join(mkdtempSync(join(folder, 'run-')), 'out');
  const own = ['--contract', contractIn(folder, document), '--target', served.url, '--out', out, '--seed', '7'];
  const auth = key === '' ? [] : ['--auth', 'key=env:LIBRARY_KEY'];
  try {
    const env = { LIBRARY_KEY: key };
    const ended = await assay(['fuzz', ...own, ...auth, ...words], { folder, env });
    const file = join(out, 'campaign.json');
    const reportText = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    return { ...ended, told: JSON.parse(reportText) as ContractCampaign };
  } finally {
    await served.close();
  }
}
