import { answerKeyCode } from './answerKey.ts';
import { inconclusiveCode } from './inconclusive.ts';
import { secretLeakCode } from './secretLeakCode.ts';
import { signingCode } from './signingCode.ts';

/** Writes the code before the steps of a finding's test: the imports, the signatures, and the function that sends a request. */
export function playwrightPrelude(baseUrl: string): string[] {
  return [
    'import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";',
    'import { request as overHttp } from "node:http";',
    'import { request as overHttps } from "node:https";',
    'import { expect, test } from "@playwright/test";',
    '',
    `const baseUrl = process.env.ASSAY_BASE_URL ?? ${JSON.stringify(baseUrl)};`,
    '',
    ...signingCode,
    '',
    ...inconclusiveCode,
    '',
    ...sendingWords,
    '',
    ...answerKeyCode,
    '',
    ...secretLeakCode,
    '',
  ];
}

const sendingWords = String.raw`/** An answer; of none the status is 0, and the body says why. */
interface Answer { status: number; body: string; headers: [string, string][]; isAbsent?: boolean }
interface Sent {
  method: string; path: string; headers: [string, string][]; body?: Buffer; connection?: string; isLever?: boolean; until?: string[];
  values?: string[];
  sign?: (with_: { values: string[]; body: Buffer; salt: string }) => string[][];
  query?: (values: string[]) => string;
}

/** The values of variables of the environment, without which the test is skipped. */
function valuesOf(names: string[]): string[] {
  for (const name of names) test.skip((process.env[name] ?? "") === "", untold(name + " in the environment", "none", "Export it."));
  return names.map((name) => process.env[name] ?? "");
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
    test.skip(answer.isAbsent === true, untold("an answer from " + baseUrl, answer.body, "Start the target, or name another address in ASSAY_BASE_URL."));
    if (sent.until === undefined || isEnd(answer) || Date.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Sends one request as it is written; node:http leaves the path and the bytes alone. */
function sendOnce({ method, path, headers, body, connection, isLever, values = [], sign, query }: Sent): Promise<Answer> {
  const door = isLever ? doorOf() : undefined;
  const { protocol, hostname, host, port, pathname } = new URL(door?.url ?? baseUrl);
  const salt = randomBytes(32).toString("hex");
  const proof = sign ? sign({ values, body: body ?? Buffer.alloc(0), salt }) : [];
  const isUsual = !headers.some(([name]) => name.toLowerCase() === "accept");
  const own = [["Host", host], ...(isUsual ? [["Accept", "*/*"]] : []), ...(body ? [["Content-Length", String(body.length)]] : [])];
  const control = door ? [["X-Control-Token", door.token]] : [];
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path: pathname.replace(/\/$/, "") + path + (query?.(values) ?? ""),
    // Beyond ASCII a header goes out as its UTF-8 bytes.
    headers: [...own, ...headers, ...control, ...proof].flat().map((text) => Buffer.from(text).toString("latin1")),
    ...(connection !== undefined && { agent: false as const }),
  };
  return new Promise((resolve) => {
    let isThere = false;
    const none = ({ message }: Error) => resolve({ status: 0, body: message, headers: [], isAbsent: !isThere });
    const asked = (protocol === "https:" ? overHttps : overHttp)(options as object, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", none);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: pairsOf(answer.rawHeaders) }));
    });
    asked.on("error", none);
    asked.on("socket", (socket) => {
      isThere = !socket.connecting;
      if (socket.connecting) socket.once("connect", () => (isThere = true));
    });
    asked.setTimeout(30_000, () => asked.destroy(new Error("no answer in 30 s")));
    // One that is cut is closed as soon as it is written, before any answer.
    asked.end(body, () => {
      if (connection !== "cut") return;
      resolve({ status: 0, body: "", headers: [] });
      asked.destroy();
    });
  });
}

const pairsOf = (raw: string[]): [string, string][] => raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));

/** A text or a number at a JSON pointer of the answer to a step; where it has none, the test is skipped. */
function valueAt(answer: Answer, step: number, pointer: string): string {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = names.reduce<any>((node, name) => (node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined), parsed(answer.body));
  const wanted = "a text or a number at " + pointer + " of the answer to step " + step + ", which a later request needs";
  test.skip(typeof value !== "string" && typeof value !== "number", untold(wanted, toldOf(answer), soundHint));
  return String(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The instant so many seconds from the next whole second on. */
const began = Math.ceil(Date.now() / 1000) * 1000;
const instantIn = (seconds: string): string => new Date(began + Math.round(Number(seconds) * 1000)).toISOString().replace(".000Z", "Z");

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

const toldOf = ({ status, body }: Answer): string =>
  (status === 0 ? "no answer: " : "answered " + status + " ") + body.slice(0, 300);`.split('\n');
