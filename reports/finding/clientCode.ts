/** JavaScript that sends one request by node:http, which leaves the path and the bytes alone. */
export const httpClientCode = String.raw`
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

// Beyond ASCII, a text goes out as its UTF-8 bytes.
const wired = (text) => Buffer.from(text).toString("latin1");

function sendOnce({ method, door, path, headers, body, connection }) {
  const { protocol, hostname, host, port, pathname } = new URL(door);
  const isUsual = !headers.some(([name]) => name.toLowerCase() === "accept");
  const own = [["Host", host], ...(isUsual ? [["Accept", "*/*"]] : []), ...(body ? [["Content-Length", String(body.length)]] : [])];
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path: wired(pathname.replace(/\/$/, "") + path),
    headers: [...own, ...headers].flat().map(wired),
    ...(connection && { agent: false }),
  };
  return new Promise((resolve) => {
    let isThere = false;
    const none = ({ message }) => resolve({ status: 0, body: message, headers: [], isAbsent: !isThere });
    const asked = (protocol === "https:" ? overHttps : overHttp)(options, (answer) => {
      const chunks = [];
      const pairs = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : []));
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", none);
      answer.on("end", () => resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString(), headers: pairs }));
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
`.split('\n');

/** JavaScript that sends one request by curl and prints its answer, and that takes the place of a test runner. */
export const curlClientCode = String.raw`
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "assay-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const readIf = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Requests that are cut or pipelined are sent on their own, and their answers are read. */
async function sendOnce({ step, method, door, path, headers, body }) {
  const [sent, head, came] = ["sent", "head", "answer"].map((name) => join(folder, step + "." + name));
  for (const file of [head, came]) rmSync(file, { force: true });
  if (body) writeFileSync(sent, body);
  // Without these lines, curl would add the content type of a form, or ask first whether the server accepts a long body.
  const isTyped = headers.some(([name]) => name.toLowerCase() === "content-type");
  const own = body ? ["Expect:", ...(isTyped ? [] : ["Content-Type:"])] : [];
  // A header without a value ends in a semicolon; with a colon, curl would omit it.
  const lines = [...own, ...headers.map(([name, value]) => (value === "" ? name + ";" : name + ": " + value))];
  const words = [
    ...["--silent", "--show-error", "--retry", "0", "--path-as-is", "--globoff", "--max-time", "30", "--config", "-"],
    ...["--dump-header", head, "--write-out", "%{http_code} %{time_connect}"],
    ...(method === "HEAD" ? ["--head", "--output", "/dev/null"] : ["--request", method, "--output", came]),
    ...(body ? ["--data-binary", "@" + sent] : []),
    door + path,
  ];
  const [error, stdout, stderr] = await new Promise((resolve) => {
    const curl = execFile("curl", words, (...ended) => resolve(ended));
    curl.stdin.end(lines.map((line) => "header = " + JSON.stringify(line)).join("\n"));
  });
  const [status, connected] = stdout.split(" ").map(Number);
  const pairs = readIf(head).split(/\r?\n/).filter((line) => line.includes(":")).map((line) => line.split(/:(.*)/s));
  console.log(["== step " + step + ": " + (error ? "no answer, " + stderr : status) + " ==", readIf(head) + readIf(came)].join("\n"));
  if (error) return { status: 0, body: stderr, headers: [], isAbsent: connected === 0 };
  return { status, body: readIf(came), headers: pairs };
}

class Inconclusive extends Error {}
class Shown extends Error {}

function expect(seen) {
  const holds = (is) => {
    if (!is) throw new Shown();
  };
  return {
    toBe: (one) => holds(seen === one),
    toBeLessThan: (one) => holds(seen < one),
    toBeGreaterThan: (one) => holds(seen > one),
    not: { toBe: (one) => holds(seen !== one) },
  };
}

async function test(judged, run) {
  try {
    await run();
    console.log("As expected: " + judged);
  } catch (error) {
    const isShown = error instanceof Shown;
    if (isShown) console.log("Not as expected: " + judged);
    else console.error(error instanceof Inconclusive ? error.message : error);
    // A program that fails for another reason ends with 1.
    process.exitCode = isShown ? 10 : 3;
  }
}
test.skip = (is, why) => {
  if (is) throw new Inconclusive(why);
};
`.split('\n');
