import type { JsonObject } from './json.ts';
import { type Arguments, Failed, operations, PaymentsClient, Refused, type Settings } from './payments.ts';
import { isRecord, outcomeOf, WebhookHandler } from './webhooks.ts';

// The testee in TypeScript: the loop that Assay talks to. Copy this folder, and let it call your SDK instead of payments.ts and webhooks.ts.
// Run it with: npx assay client --testee "node testee.ts" (Node 22.18 or later; npm install undici)

interface Asked extends Settings, Arguments {
  id: number;
  do: string;
  version: number;
  operation: string;
  allPages?: boolean;
  secret: string;
  headers: [string, string][];
}

let client: PaymentsClient | undefined;
let webhooks = new WebhookHandler();

const about = {
  name: 'assay-typescript',
  version: '1.0.0',
  schemes: ['signed', 'simple'],
  operations: Object.keys(operations),
  features: ['webhooks', 'handler', 'state', 'pages', 'ranges', 'tls', 'retries', 'outcomes'],
  digestComparison: 'crypto.timingSafeEqual',
};

async function open(asked: Asked): Promise<object> {
  if (asked.version !== 1) return { unsupported: `version ${asked.version}` };
  await client?.close();
  client = new PaymentsClient(asked);
  webhooks = new WebhookHandler();
  return { ok: true, ...about };
}

async function call({ operation, allPages, ...args }: Asked): Promise<object> {
  if (!Object.hasOwn(operations, operation)) return { unsupported: `no operation ${operation}` };
  if (!client) return { error: { kind: 'argument', message: 'open comes first' } };
  try {
    checkAmounts(args.body ?? {});
    if (operation === 'searchPayments' && allPages) return { value: await client.allPayments(args.query ?? {}) };
    const value = await client.call(operation, args);
    return { value, ...(isRecord(value) && { outcome: outcomeOf(value['status']) }) };
  } catch (error) {
    return { error: errorOf(error) };
  }
}

/** Refuses what is no plain decimal, at any depth. */
function checkAmounts(body: JsonObject): void {
  JSON.stringify(body, (name, value) => {
    if (name === 'amount' && !/^-?\d+(\.\d+)?$/.test(value)) throw new Failed('argument', 'an amount is no decimal');
    return value;
  });
}

function errorOf(error: unknown): object {
  if (error instanceof Refused) {
    return { kind: 'refused', status: error.answer.status, body: error.answer.body.toString('base64') };
  }
  if (error instanceof Failed) return { kind: error.kind, message: error.message };
  throw error;
}

function receiveWebhook({ secret, headers, body }: Asked): object {
  return webhooks.receive({ secret, headers, body: Buffer.from(String(body), 'base64') });
}

async function close(): Promise<object> {
  await client?.close();
  return { ok: true };
}

const acts: Readonly<Record<string, (asked: Asked) => object | Promise<object>>> = {
  open,
  call,
  receiveWebhook,
  close,
};

/** Yields lines by "\n" only: readline would also cut at U+2028, which JSON may contain. */
async function* lines(): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}

for await (const line of lines()) {
  const asked: Asked = JSON.parse(line);
  const answer = (await acts[asked.do]?.(asked)) ?? { unsupported: `no ${asked.do}` };
  process.stdout.write(`${JSON.stringify({ id: asked.id, ...answer })}\n`);
  if (asked.do === 'close') break;
}
