import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { serve } from '../../../tests/support/network/testServer.ts';
import { FindingStore } from '../../engine/findings/findingStore.ts';
import { credentialsFor } from '../credentials/credentials.ts';
import { openSession } from '../executor/session.ts';
import { openApiCampaign } from './driver.ts';

const responses = { 200: { description: 'ok' } };

const get = (more: object = {}) => ({ get: { responses, ...more } });

const taking = (type: string) => ({ requestBody: { required: true, content: { [type]: { schema: {} } } } });

const parameter = (place: string, name: string, schema: object = { type: 'string' }) =>
  get({ parameters: [{ name, in: place, required: true, schema }] });

/** Edge cases in a contract, each with the operation that is left out because of it, if any. */
const odd: Readonly<Record<string, readonly [path: string, item: object, leftOut?: string]>> = {
  'a space in a path': ['/a b', get(), 'GET /a b'],
  'a line break in a path': ['/a\r\nX-More: b', get(), 'GET /a\r\nX-More: b'],
  'letters beyond ASCII in a path': ['/größe', get(), 'GET /größe'],
  'a name of a header with a space': ['/x', parameter('header', 'a b'), 'GET /x'],
  'a name of a header with a colon': ['/x', parameter('header', 'a:b'), 'GET /x'],
  'a name of a header that is empty': ['/x', parameter('header', ''), 'GET /x'],
  'a header that has to have a line break': ['/x', parameter('header', 'X-A', { const: 'a\nb' }), 'GET /x'],
  'a cookie that has to have a line break': ['/x', parameter('cookie', 'X-A', { const: 'a\r\nb' })],
  'a media type with a line break': ['/x', { post: { responses, ...taking('application/json; a="\nb"') } }, 'POST /x'],
  'a header that is ours to write': ['/x', parameter('header', 'Transfer-Encoding')],
  'a header that asks to go on': ['/x', parameter('header', 'Expect')],
  'half a character in a query': ['/x', parameter('query', 'a\ud800')],
  'a name in a path that is odd': ['/x/{a b}', parameter('path', 'a b')],
  'half a character that a path has to have': ['/x/{a}', parameter('path', 'a', { const: 'a\ud800b' }), 'GET /x/{a}'],
};

for (const [name, [path, item, leftOut]] of Object.entries(odd))
  test(`${name}: only what HTTP cannot carry is left out and reported`, async () => {
    const file = test.info().outputPath('contract.json');
    const info = { title: 'Odd', version: '1' };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths: { [path]: item, '/fine': get() } }));
    const contract = await loadContract(file, { isTolerant: true });
    const served = await serve((_, response) => void response.writeHead(200).end());
    const credentials = credentialsFor(contract, [], () => undefined);
    const deadlines = { answerMs: 5_000, recoverMs: 500 };
    const budget = { posts: 4, gets: 40 };
    const opened = openSession({ contract, baseUrl: served.url, credentials, deadlines, seed: 1 });
    try {
      const store = new FindingStore(test.info().outputPath('findings.ndjson'));
      const plan = {
        contract,
        session: opened,
        seed: 1,
        budget,
        store,
        run: 'test',
        shrinkPosts: 0,
        isReadOnly: false,
      };
      const campaign = openApiCampaign({ ...plan, hasCredential: false });
      const { halted } = await campaign.run();
      expect(halted).toBeUndefined();
      expect(served.requests).toContain('GET /fine');
      const { unreached } = campaign.driver.coverage.report();
      expect(Object.values(unreached).flat()).toEqual(leftOut === undefined ? [] : [leftOut]);
      expect(Object.keys(unreached)).not.toContain('not its turn within the budget');
    } finally {
      await opened.close();
      await served.close();
    }
  });
