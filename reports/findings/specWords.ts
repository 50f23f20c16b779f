import { signingWords } from './ways.ts';

/** What differs from sending to sending in an answer: ids of every kind, and times. */
const fresh = [
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi,
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g,
  /\b\d{8}-\d{6}-[0-9a-f]+(?:-[\w-]+)?/g,
  /\b[0-9a-f]{16,}\b/gi,
] as const;

/** An answer without what differs from sending to sending. */
export function likenessOf({ status, body }: { status: number; body: string }): string {
  return `${status} ${fresh.reduce((text, pattern) => text.replaceAll(pattern, '<fresh>'), body)}`;
}

/** The same in the words of a test. */
const likenessWords = [
  'const likenessOf = ({ status, body }: Answer): string =>',
  '  status + " " + body',
  ...fresh.map((pattern) => `    .replaceAll(${pattern}, "<fresh>")`),
  '  ;',
];

/** What a test of a finding is made of before its steps: imports, signatures, and one way to send. */
export function specWords(baseUrl: string): string[] {
  return [
    'import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";',
    'import { request as overHttp } from "node:http";',
    'import { request as overHttps } from "node:https";',
    'import { expect, test } from "@playwright/test";',
    '',
    `const baseUrl = process.env.ASSAY_BASE_URL ?? ${JSON.stringify(baseUrl)};`,
    '',
    ...signingWords,
    '',
    ...sendingWords,
    '',
    ...likenessWords,
    '',
  ];
}

const sendingWords = String.raw`interface Answer { status: number; body: string }
interface Sent {
  method: string; path: string; headers: [string, string][]; body?: Buffer; connection?: string; isLever?: boolean; until?: string[];
  credential?: { id: string; secret: string };
  sign?: (with_: { id: string; secret: string; body: Buffer; salt: string }) => string[][];
}

function credential(prefix: string): { id: string; secret: string } {
  const { [prefix + "_ID"]: id = "", [prefix + "_SECRET"]: secret = "" } = process.env;
  if (prefix === "ASSAY_TOKEN" && (id === "" || secret === "")) throw new Error("put ASSAY_TOKEN_ID and ASSAY_TOKEN_SECRET in the environment");
  test.skip(id === "" || secret === "", "put " + prefix + "_ID and " + prefix + "_SECRET in the environment: another account");
  return { id, secret };
}

/** A lever is pulled at the control door of the target, where that has one. */
function doorOf(): { url: string; token: string } {
  const { ASSAY_CONTROL_URL: url = "", ASSAY_CONTROL_TOKEN: token = "" } = process.env;
  test.skip(url === "" || token === "", "put ASSAY_CONTROL_URL and ASSAY_CONTROL_TOKEN in the environment: it pulls a lever");
  return { url, token };
}

/** The same again until the answer shows one of some statuses, for a minute at the most. */
async function send(sent: Sent): Promise<Answer> {
  const isEnd = ({ body }: Answer) => (sent.until ?? []).some((status) => body.replace(/\s/g, "").includes(JSON.stringify({ status }).slice(1, -1)));
  for (const until = Date.now() + 60_000; ; ) {
    const answer = await sendOnce(sent);
    if (sent.until === undefined || isEnd(answer) || Date.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Sends one request as it is written; node:http leaves the path and the bytes alone. */
function sendOnce({ method, path, headers, body, connection, isLever, credential, sign }: Sent): Promise<Answer> {
  const door = isLever ? doorOf() : undefined;
  const { protocol, hostname, host, port, pathname } = new URL(door?.url ?? baseUrl);
  const salt = randomBytes(32).toString("hex");
  const proof = credential && sign ? sign({ ...credential, body: body ?? Buffer.alloc(0), salt }) : [];
  const isUsual = !headers.some(([name]) => name.toLowerCase() === "accept");
  const own = [["Host", host], ...(isUsual ? [["Accept", "*/*"]] : []), ...(body ? [["Content-Length", String(body.length)]] : [])];
  const control = door ? [["X-Control-Token", door.token]] : [];
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path: pathname.replace(/\/$/, "") + path,
    // Beyond ASCII a header goes out as its UTF-8 bytes.
    headers: [...own, ...headers, ...control, ...proof].flat().map((text) => Buffer.from(text).toString("latin1")),
    ...(connection !== undefined && { agent: false as const }),
  };
  return new Promise((resolve, reject) => {
    const asked = (protocol === "https:" ? overHttps : overHttp)(options as object, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    asked.on("error", reject);
    asked.setTimeout(30_000, () => asked.destroy(new Error("no answer in 30 s")));
    // One that is cut is closed as soon as it is written, before any answer.
    asked.end(body, () => {
      if (connection !== "cut") return;
      resolve({ status: 0, body: "" });
      asked.destroy();
    });
  });
}

/** A text or a number at a JSON pointer of an answer. */
function valueAt({ body }: Answer, pointer: string): string {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = names.reduce<any>((node, name) => (node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined), JSON.parse(body));
  if (typeof value !== "string" && typeof value !== "number") throw new Error("no text or number at " + pointer + " of " + body.slice(0, 200));
  return String(value);
}

/** The instant so many seconds from the next whole second on. */
const began = Math.ceil(Date.now() / 1000) * 1000;
const instantIn = (seconds: string): string => new Date(began + Math.round(Number(seconds) * 1000)).toISOString().replace(".000Z", "Z");

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

const toldOf = ({ status, body }: Answer): string => "answered " + status + " " + body.slice(0, 300);`.split('\n');
