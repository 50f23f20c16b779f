import { randomBytes } from 'node:crypto';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { callControlApi } from '../../../traffic/transport/controlApi.ts';
import { freePort } from '../product/freePort.ts';
import { type Service, startEmulator, targetFileLike } from '../product/startEmulator.ts';

/** An emulator that sends its webhooks to one fixed address, like a sandbox whose merchant set it in the dashboard. */
export interface WebhookSite {
  service: Service;
  /** The target as the merchant's own side uses it: to set webhooks and to move the clock. */
  inside: Target;
  /** A target file without a test control API, for runs that cannot move the clock. */
  outside: string;
  /** Moves the clock. */
  advance(ms: number): Promise<void>;
  /** Waits until no attempt is under way. */
  settled(): Promise<void>;
  /** Waits for the attempts that are answered at once, and makes those that are answered late time out. */
  answered(): Promise<void>;
}

type ControlApi = NonNullable<Target['control']>;

async function asked(
  controlApi: ControlApi,
  question: Parameters<typeof callControlApi>[1],
): Promise<{ underway: number }> {
  const answer = await callControlApi(controlApi, question);
  if (!('status' in answer) || answer.status >= 300)
    throw new Error(`expected the test control API to do ${question.what}, but the call failed`);
  return JSON.parse(answer.body.bytes.toString()) as { underway: number };
}

/** An attempt still unanswered after this many checks in a row is answered late. */
const patientLooks = 50;

/** Longer than an attempt waits for its answer, ms. */
const tooLateMs = 10_001;

/** Starts such an emulator; `changes` replaces fields of the outside target file. */
export async function startWebhookSite(folder: string, changes: Partial<TargetFile> = {}): Promise<WebhookSite> {
  const service = await startEmulator({ folder, options: ['--control'] });
  const inside = readTarget(service.targetFile);
  const { control } = inside;
  if (!control)
    throw new Error('expected a test control API in the target file of an emulator started with --control, got none');
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}/${randomBytes(16).toString('hex')}`;
  const webhook = { publicUrl, kinds: ['payment' as const], listen: { port } };
  const outside = targetFileLike(service.targetFile, 'outside', { levers: {}, paths: {}, webhook, ...changes });
  await asked(control, { what: 'webhooks', body: { kind: 'payment', url: `${publicUrl}/payment` } });
  const advance = async (advanceMs: number) => void (await asked(control, { what: 'clock', body: { advanceMs } }));
  const underway = async () => (await asked(control, { method: 'GET', what: 'webhooks' })).underway;
  const settled = async () => {
    while ((await underway()) > 0);
  };
  const answered = async () => {
    let [before, looks] = [0, 0];
    for (let now = await underway(); now > 0; now = await underway()) {
      looks = now === before ? looks + 1 : 0;
      before = now;
      if (looks < patientLooks) continue;
      looks = 0;
      await advance(tooLateMs);
    }
  };
  return { service, inside, outside, advance, settled, answered };
}
