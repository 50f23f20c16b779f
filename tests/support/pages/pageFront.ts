import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { TargetFile } from '../../../traffic/target/file/targetFile.ts';
import { type PageFaults, type PageStyle, pageFor, widgetFor } from './pageStyles.ts';

/** A server in front of an emulator that serves pages of its own for the emulator's checkouts. */
export interface PageFront {
  url: string;
  /** How the pages look, and what is wrong with them; tests change both. */
  style: PageStyle;
  faults: PageFaults;
  close(): Promise<void>;
}

/** The domain on which the widget of a front works. */
export const approvedDomain = 'shop.merchant.example';

interface Behind {
  file: TargetFile;
  env: NodeJS.Dict<string>;
}

/** What a page may know of its checkout. */
export interface PageState {
  [name: string]: unknown;
  id: string;
  status: string;
}

const textOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Calls the emulator behind the front, as the service itself may. */
class Service {
  readonly #behind: Behind;

  constructor(behind: Behind) {
    this.#behind = behind;
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const { file, env } = this.#behind;
    const [main] = file.credentials;
    const headers = {
      'X-Token-API-Id': env[main?.tokenIdEnv ?? ''] ?? '',
      'X-Token-API-Secret': env[main?.secretEnv ?? ''] ?? '',
    };
    const answer = await fetch(file.baseUrl + path, { headers });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : {};
  }

  async control(path: string, body: object): Promise<boolean> {
    const { url = '', tokenEnv = '' } = this.#behind.file.levers?.control ?? {};
    const headers = { 'X-Control-Token': this.#behind.env[tokenEnv] ?? '', 'Content-Type': 'application/json' };
    return (await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).ok;
  }

  /** Finds a request that was made through the API in any project, and shows it as a checkout. */
  async request(id: string): Promise<PageState | undefined> {
    for (const { id: project } of this.#behind.file.projects ?? []) {
      const found = await this.get(`/v1/user/crypto-acquiring/${project}/requests/${id}`);
      if (found['id'] === id)
        return { id, status: 'REQUEST_CREATED', type: 'FIXED_PRICE', name: 'a request', request: found };
    }
    return undefined;
  }

  /** Finds a checkout in any project, with what its project offers. */
  async checkout(id: string): Promise<PageState | undefined> {
    for (const { id: project, suggested } of this.#behind.file.projects ?? []) {
      const found = await this.get(`/v1/user/crypto-acquiring/${project}/checkouts/${id}`);
      if (found['id'] !== id) continue;
      const options = await this.get(`/v1/user/crypto-acquiring/${project}/deposit-options`);
      return { ...found, id, status: String(found['status']), options, suggested };
    }
    return undefined;
  }
}

const hop = /^(?:host|connection|content-length|transfer-encoding|keep-alive|accept-encoding)$/i;

/** What checkouts preselect, which the emulator does not show. */
const preselections = new Map<string, string>();

/** The checkouts that were made through a front. */
const seen = new Set<string>();

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

function remember(sent: string, got: string): void {
  const { preselectedCryptoCurrency: preselected } = parsed(sent);
  const { id } = parsed(got);
  if (typeof id === 'string' && id.startsWith('CCO-')) seen.add(id);
  if (typeof preselected === 'string' && typeof id === 'string') preselections.set(id, preselected);
}

/** Hands a request on to the emulator, and its answer back with the addresses of the front. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hop.test(name))) as Record<
    string,
    string
  >;
  const body = await textOf(request);
  const sent = { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) };
  const answer = await fetch(from + request.url, { ...sent, redirect: 'manual' });
  // The front settles by a transfer of the emulator, which a service that settles from the balance does not make.
  const text = (await answer.text()).replaceAll(from, to).replace(/"txHash":\s*"[^"]*"/g, '"txHash":null');
  remember(body.toString(), text);
  const back = [...answer.headers].filter(([name]) => !hop.test(name) && name !== 'content-encoding');
  response.writeHead(answer.status, Object.fromEntries(back)).end(text);
}

/** Answers what a page of the front asks. */
async function answerPage(
  front: PageFront,
  service: Service,
  { path, body, origin }: { path: string[]; body: Record<string, unknown>; origin: string | undefined },
) {
  const [, what = '', id = ''] = path;
  const { faults } = front;
  const isElsewhere = origin !== undefined && origin !== front.url && origin !== `http://${approvedDomain}`;
  if (isElsewhere && !faults.anyDomain) return { status: 403, json: {} };
  if (what === 'choose')
    return { status: (await service.control(`checkouts/${id}/choose`, body)) ? 200 : 400, json: {} };
  const state = (await service.checkout(id)) ?? (faults.showsRequests ? await service.request(id) : undefined);
  if (!state) return { status: 404, json: {} };
  if (what === 'settle') {
    const request = state['request'] as Record<string, unknown>;
    const amount = body['amount'] ?? request['payAmount'];
    const paid = {
      asset: `${request['blockchain']}_${request['currency']}`,
      address: request['address'],
      amount: String(amount),
    };
    if (!faults.settlesNothing) await service.control('chain/transfers', paid);
  }
  const { options, suggested, ...rest } = state;
  return {
    status: 200,
    json: {
      preselectedCryptoCurrency: preselections.get(id),
      ...rest,
      options,
      suggested: suggested ?? null,
      ...(faults.mixes && { recent: [...seen] }),
      ...faults.state?.(rest as PageState),
    },
  };
}

/** Opens a front for an emulator with its test control API, whose target file is given. */
export async function openPageFront(targetFile: string): Promise<PageFront> {
  const file = JSON.parse(readFileSync(targetFile, 'utf8')) as TargetFile;
  const env = parseEnv(readFileSync(join(dirname(targetFile), file.envFile ?? ''), 'utf8'));
  const service = new Service({ file, env });
  const front: PageFront = { url: '', style: 'radios', faults: {}, close: async () => undefined };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0]?.split('/') ?? [];
    const { origin } = request.headers;
    const shared = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'cache-control': 'no-store',
    };
    if (path[1] === 'checkout') {
      const status = front.faults.pageStatus ?? 200;
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
        .end(status === 200 ? pageFor(front, path[2] ?? '') : 'no');
    } else if (path[1] === 'widget.js') {
      response.writeHead(200, { ...shared, 'content-type': 'text/javascript; charset=utf-8' }).end(widgetFor(front));
    } else if (path[1] === 'front' && request.method === 'OPTIONS') {
      response.writeHead(204, shared).end();
    } else if (path[1] === 'front') {
      const text = (await textOf(request)).toString();
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const { status, json } = await answerPage(front, service, { path: path.slice(1), body, origin });
      response.writeHead(status, { ...shared, 'content-type': 'application/json' }).end(JSON.stringify(json));
    } else await passOn(request, response, { from: file.baseUrl, to: front.url });
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.writeHead(502).end(error.message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  front.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return front;
}
