import { answerKeyCode } from './answerKey.ts';
import { literal, prerequisiteHint, untold } from './inconclusive.ts';
import { secretLeakCode } from './secretLeakCode.ts';
import { signingCode } from './signingCode.ts';

/** Writes the JavaScript before the steps of every exported script. It needs `test.skip`, and `sendOnce`, which sends one request. */
export const runtimeCode = (baseUrl: string): string[] => [
  'import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";',
  '',
  `const baseUrl = process.env.ASSAY_BASE_URL || ${literal(baseUrl)};`,
  `const prerequisiteHint = ${literal(prerequisiteHint)};`,
  `const untold = (...words) => ${literal(untold('%', '%', '%'))}.replaceAll("%", () => words.shift());`,
  ...signingCode,
  ...answerKeyCode,
  ...secretLeakCode,
  ...sendingCode,
  '',
];

const sendingCode = String.raw`
/** An answer in one line; one that did not come has the status 0, and its body says why. */
const toldOf = ({ status, body }) =>
  ((status === 0 ? "no answer: " : "answered " + status + " ") + body.slice(0, 300)).replaceAll(/\p{C}+/gu, " ").trim();

const idOf = (name) => {
  const { CLIENT_ORDER_ID: own } = process.env;
  return own ? own + (name && "-" + name) : randomUUID();
};

/** The instant so many seconds from the next whole second on. */
const began = Math.ceil(Date.now() / 1000) * 1000;
const instantIn = (seconds) => new Date(began + Math.round(Number(seconds) * 1000)).toISOString().replace(".000Z", "Z");

const inJson = (value) => JSON.stringify(value).slice(1, -1);

const printable = (text) => text.replaceAll(/\p{Cc}/gu, "?");

/** A text or a number at a JSON pointer of the answer to a step. */
function valueAt(answer, step, pointer) {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const within = (node, name) => (node !== null && typeof node === "object" && Object.hasOwn(node, name) ? node[name] : undefined);
  let value;
  try {
    value = names.reduce(within, JSON.parse(answer.body));
  } catch {} // It is no JSON.
  const wanted = "a text or a number at " + pointer + " of the answer to step " + step + ", which a later request needs";
  test.skip(typeof value !== "string" && typeof value !== "number", untold(wanted, toldOf(answer), prerequisiteHint));
  return String(value);
}

/** A request with its address, its signature, and the token of the control door, where a lever is pulled. */
function completed({ path, headers, isLever, values = [], sign, query, ...sent }) {
  const body = sent.body ?? Buffer.alloc(0);
  const proof = sign?.({ values, body, salt: randomBytes(32).toString("hex") }) ?? [];
  const control = isLever ? [["X-Control-Token", process.env.ASSAY_CONTROL_TOKEN]] : [];
  return {
    ...sent,
    door: (isLever ? process.env.ASSAY_CONTROL_URL : baseUrl).replace(/\/$/, ""),
    path: printable(path + (query?.(values) ?? "")),
    // A name that HTTP does not allow could be read as something else, even as the name of a file.
    headers: [...headers, ...control, ...proof].filter(([name]) => /^[\w!#$%&'*+.^\x60|~-]+$/.test(name)).map(([name, value]) => [name, printable(value)]),
  };
}

/** Sends a request; one with statuses to wait for again until its answer shows one of them, for a minute at the most. */
async function send(sent) {
  const isEnd = ({ body }) => sent.until.some((status) => body.replace(/\s/g, "").includes(inJson({ status })));
  for (const until = Date.now() + 60_000; ; ) {
    const answer = await sendOnce(completed(sent));
    const wanted = "an answer to step " + sent.step + " from " + baseUrl;
    test.skip(answer.isAbsent === true, untold(wanted, toldOf(answer), "Start the target, or name another address in ASSAY_BASE_URL."));
    if (sent.until === undefined || isEnd(answer) || Date.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}`.split('\n');
