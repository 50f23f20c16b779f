import { expect, test } from '@playwright/test';
import { requestLine } from '../../tests/support/client/clientEvidence.ts';
import type { RequestLine } from '../record/clientLines.ts';
import type { Front } from '../server/front.ts';
import { playScenario } from './playScenario.ts';
import { Session } from './session.ts';

/** A testee that answers open, and nothing else. */
const silent = `node -e "
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, do: what } = JSON.parse(line);
    if (what === 'open') console.log(JSON.stringify({ id, ok: true }));
  })
"`;

/** Plays three calls to it, whose last request is given; returns the session. */
async function afterThreeCalls(last: RequestLine): Promise<Session> {
  const clean = (text: string) => text;
  const session = new Session({ command: silent.replaceAll('\n', ' '), deadlineMs: 2_000, clean });
  const stage = {
    session,
    front: { play: () => 'http://127.0.0.1:9', call: undefined } as unknown as Front,
    introduction: { name: '', version: '', schemes: [], operations: [], features: [] },
    credential: { tokenId: 'TKN-1', secret: 'a secret' },
    webhookSecret: '',
    caFile: '',
    write: () => undefined,
    clean,
    nextCall: () => 'c1',
    lastRequest: () => last,
  };
  const steps = [{ do: 'call', operation: 'listBalances' }] as const;
  for (const name of ['one', 'two', 'three'])
    await playScenario(stage, { requirement: 'CLI-07', name, needs: {}, steps, claims: [] });
  await session.end();
  return session;
}

test('an SDK that still waits after a refusal does not lose the session, and is given a hint', async () => {
  const session = await afterThreeCalls(requestLine({ answer: { status: 503, bytes: 0 } }));
  expect(session.lost).toBeUndefined();
  expect(session.last?.hint).toContain('--deadline');
});

test('an SDK that gives no answer after a good one loses it', async () => {
  expect((await afterThreeCalls(requestLine())).lost?.ends).toBe(3);
});
