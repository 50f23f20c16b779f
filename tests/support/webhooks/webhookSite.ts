import { randomBytes } from 'node:crypto';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { callControlApi } from '../../../traffic/transport/controlApi.ts';
import { freePort } from '../product/freePort.ts';
import { type Service, startEmulator, targetFileLike } from '../product/startEmulator.ts';

/** An emulator whose webhooks come to one address for ever, as those of a sandbox do that its merchant has set in the dashboard. */
export interface WebhookSite {
  service: Service;
  /** What the merchant's own side may do: set webhooks, move the clock. */
  inside: Target;
  /** The target file that names no door: of a target that nobody moves. */
  outside: string;
  /** Moves the clock. */
  advance(ms: number): Promise<void>;
  /** Waits until no attempt is underway that was begun. */
  settled(): Promise<void>;
  /** Waits until what is answered at once is, and has what is answered late time out. */
  answered(): Promise<void>;
}

type Door = NonNullable<Target['control']>;

async function asked(door: Door, question: Parameters<typeof callControlApi>[1]): Promise<{ underway: number }> {
  const answer = await callControlApi(door, question);
  if (!('status' in answer) || answer.status >= 300) throw new Error(`the door did not do ${question.what}`);
  return JSON.parse(answer.body.bytes.toString()) as { underway: number };
}

/** An attempt whose answer is awaited at so many looks in a row is answered late. */
const patientLooks = 50;

/** More than an attempt is given for its answer, ms. */
const tooLateMs = 10_001;

/** Starts such an emulator; `changes` are those of the target file for others. */
export async function startWebhookSite(folder: string, changes: Partial<TargetFile> = {}): Promise<WebhookSite> {
  const service = await startEmulator({ folder, options: ['--control'] });
  const inside = readTarget(service.targetFile);
  const { control } = inside;
  if (!control) throw new Error('the emulator was started with a door, its target file names none');
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
