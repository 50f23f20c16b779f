import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadContract, type OperationKey } from '../../../schemas/load/contract.ts';
import { exchangeLine, runLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { CaseLabel, CaseStep } from '../../engine/cases/fuzzCase.ts';
import { resultsOf } from './oracles.ts';

const json = (schema: object) => ({ 'application/json': { schema } });

const error = { description: 'no', content: json({ type: 'object', required: ['error'] }) };

const me = {
  type: 'object',
  properties: {
    keys: { type: 'array', items: { allOf: [{ type: 'object', properties: { key: { type: 'string' } } }] } },
  },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Told', version: '1' },
  servers: [{ url: 'https://other.example/v1' }],
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: {
        responses: {
          200: { description: 'ok', content: json({ type: 'array', items: { type: 'string', maxLength: 4 } }) },
          400: error,
          default: error,
        },
      },
      delete: { responses: { 204: { description: 'gone' }, 302: { description: 'elsewhere' } } },
    },
    '/me': {
      get: {
        responses: { 200: { description: 'ok', content: json(me) }, 400: { description: 'no', content: json(me) } },
      },
    },
    '/things/{id}': { delete: { responses: { 204: { description: 'gone' }, 404: { description: 'no' } } } },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

const valid: CaseLabel = { is: 'valid', because: 'told' };

const invalid = (keyword = 'type', place = 'query a'): CaseLabel => ({
  is: 'invalid',
  broken: { schema: '', keyword, place, words: 'told' },
});

interface Tale {
  told: Omit<SampleExchange, 'operation'> & { headers?: readonly (readonly [string, string])[] };
  /** The headers of the request, as stored. */
  sent?: readonly (readonly [string, string])[];
  label?: CaseLabel;
  step?: Partial<CaseStep>;
  /** True if it is unknown whether its path exists. */
  isInvented?: boolean;
}

/** Returns the violated and undecided requirements of a sample exchange. */
async function said({ told, sent = [], label = valid, step = {}, isInvented = false }: Tale): Promise<string[]> {
  const file = test.info().outputPath('told.json');
  writeFileSync(file, JSON.stringify(document));
  const contract = await loadContract(file);
  const operation = 'operation' in step ? step.operation : 'GET /things';
  const method = step.method ?? operation?.split(' ')[0] ?? 'GET';
  const path = step.path ?? '/things';
  const line = exchangeLine('f0-1', { ...told, operation: (operation ?? 'GET /things') as OperationKey, method, path });
  const exchange = new Exchange({ ...line, request: { ...line.request, headers: sent } });
  const base = { ...runLine, target: { ...runLine.target, baseUrl: 'https://api.told.example/v1' } };
  const record = new RunRecord(contract, [base, exchange.line]);
  const completeStep: CaseStep = {
    headers: [],
    signing: 'signed',
    ...step,
    method,
    path,
    ...(operation && { operation }),
  };
  const results = resultsOf({ record, contract, exchange, step: completeStep, label, isInvented });
  return results.flatMap(({ requirement, result: { state } }) =>
    ['held', 'learned'].includes(state) ? [] : [`${requirement} ${state}`],
  );
}

const refusing = (status: number) => ({ status, answer: { error: 'no' } });

const html = [['content-type', 'text/html']] as const;

const trace = 'TypeError: no\n    at run (/srv/app.js:1:2)\n';

const stored = [['X-Key', '<credential key>']] as const;

const shown = '<credential key>';

/** An answer with the caller's own data. */
const ofMe = (answer: object, status = 200) => ({
  told: { status, answer },
  sent: stored,
  step: { operation: 'GET /me', path: '/me' },
});

const away = (host: string, status = 307) => ({
  status,
  headers: [['location', `https://${host}/x`]] as const,
  answer: '',
});

const nothing: readonly string[] = [];

/** A DELETE of a thing with missing or wrong authentication. */
const belowAs = (signing: CaseStep['signing'], isInvented: boolean) => ({
  label: invalid('authentication', 'header'),
  step: { signing, operation: 'DELETE /things/{id}', path: '/things/abc' },
  isInvented,
});

/** Sample exchanges, each with its expected results. */
const tales: Readonly<Record<string, Tale & { says: readonly string[] }>> = {
  'a sound answer': { told: { answer: ['a'] }, says: nothing },
  'a valid request that is refused': { told: refusing(409), says: nothing },
  'a valid request that finds nothing': { told: refusing(404), says: nothing },
  'a valid request that is throttled, by a page of a gateway': {
    told: { status: 429, headers: html, answer: 'slow down' },
    says: ['ANY-02b broken'],
  },
  'an invalid request that finds nothing': { told: refusing(404), label: invalid(), says: nothing },
  'an invalid request that is not let in': { told: refusing(401), label: invalid(), says: nothing },
  'an invalid request that is throttled': { told: refusing(429), label: invalid(), says: nothing },
  'an invalid request that is led on': {
    told: away('api.told.example', 302),
    label: invalid(),
    says: ['ANY-02b broken'],
  },
  'an invalid request that is taken': { told: { answer: [] }, label: invalid(), says: ['ANY-05a broken'] },
  'a member that nobody knows, and is taken': {
    told: { answer: [] },
    label: invalid('additionalProperties', 'body'),
    says: ['ANY-05b broken'],
  },
  'an empty text for what is left out': {
    told: { answer: [] },
    label: invalid(),
    step: { path: '/things?a=' },
    says: ['ANY-05b broken'],
  },
  'nobody, and let in': {
    told: { answer: [] },
    label: invalid('authentication', 'header'),
    step: { signing: 'none' },
    says: ['ANY-06 broken'],
  },
  'somebody, by a parameter of the case': {
    told: { answer: [] },
    label: invalid('authentication', 'header'),
    step: { signing: 'none', headers: [['x-key', 'mine']] },
    says: nothing,
  },
  'nobody, and an answer of what may not be there': {
    told: { status: 404, answer: '' },
    ...belowAs('none', true),
    says: ['ANY-06 undecided'],
  },
  'nobody, and an answer that hides what is there': {
    told: { status: 404, answer: '' },
    ...belowAs('none', false),
    says: nothing,
  },
  'nobody, and not let in to what may not be there': {
    told: { status: 401, answer: '' },
    ...belowAs('none', true),
    says: nothing,
  },
  'an answer outside its schema': { told: { answer: ['abcde'] }, says: ['ANY-03a broken'] },
  'an answer that is no JSON': {
    told: { answer: 'abc', headers: [['content-type', 'application/json']] },
    says: ['ANY-03a broken'],
  },
  'a value that we have redacted': { told: { answer: ['<card ending 1111>', '<credential key>'] }, says: nothing },
  'a page for an answer': { told: { headers: html, answer: '<p>' }, says: ['ANY-02a broken'] },
  'an error outside its schema': { told: { status: 400, answer: {} }, says: ['ANY-03a broken'] },
  'an error that stands for others, outside its schema': {
    told: { status: 422, answer: {} },
    says: ['ANY-03b broken'],
  },
  'a status that is not described': {
    told: { status: 201, answer: [] },
    step: { operation: 'DELETE /things' },
    says: ['ANY-01a broken'],
  },
  'an error where none is described': {
    told: { status: 409, answer: [] },
    step: { operation: 'DELETE /things' },
    says: nothing,
  },
  'a redirect that is described': {
    told: away('far.example', 302),
    step: { operation: 'DELETE /things' },
    says: nothing,
  },
  'a redirect to a host of the contract': {
    told: away('other.example'),
    step: { operation: 'DELETE /things' },
    says: ['ANY-01b broken'],
  },
  'a redirect within the site': {
    told: away('www.told.example'),
    step: { operation: 'DELETE /things' },
    says: ['ANY-01b broken'],
  },
  'a redirect to another host': {
    told: away('far.example'),
    step: { operation: 'DELETE /things' },
    says: ['ANY-01b broken', 'ANY-10 broken'],
  },
  'a failure that was not seen twice': { told: { status: 500, answer: '' }, says: ['ANY-04 undecided'] },
  'no answer that was not missed twice': { told: { failure: 'timeout' }, says: ['ANY-08 undecided'] },
  'what is not described, and not implemented': {
    told: { status: 501, answer: '' },
    step: { operation: undefined as never, method: 'PATCH' },
    says: nothing,
  },
  'a stack trace in an error': { told: { status: 422, answer: { error: trace } }, says: ['ANY-07 broken'] },
  'a stack trace that we have sent': { told: { status: 422, answer: { error: trace }, body: trace }, says: nothing },
  'a stack trace among the data': {
    told: { status: 204, answer: trace },
    step: { operation: 'DELETE /things' },
    says: nothing,
  },
  'a secret in an answer': {
    told: { status: 422, answer: { error: 'no <credential key>' } },
    sent: stored,
    says: ['ANY-09 broken'],
  },
  'a secret in a header': {
    told: { ...refusing(422), headers: [...html, ['x-echo', '<credential key>']] },
    sent: stored,
    says: ['ANY-02b broken', 'ANY-09 broken'],
  },
  'a cookie that is set anew': {
    told: {
      ...refusing(422),
      headers: [
        ['content-type', 'application/json'],
        ['set-cookie', 's=<credential key>'],
      ],
    },
    sent: stored,
    says: nothing,
  },
  'a card number of ours': {
    told: { status: 422, answer: { error: '<card ending 1111>' } },
    sent: stored,
    says: nothing,
  },
  'a secret that is all of a member which is described': { ...ofMe({ keys: [{ key: shown }] }), says: nothing },
  'a secret within a member which is described': {
    ...ofMe({ keys: [{ key: `no ${shown}` }] }),
    says: ['ANY-09 broken'],
  },
  'a secret that is all of a member which is not described': {
    ...ofMe({ keys: [{ key: shown }], key: shown }),
    says: ['ANY-09 broken'],
  },
  'a secret that is all of a member of an error': {
    ...ofMe({ keys: [{ key: shown }] }, 400),
    says: ['ANY-09 broken'],
  },
  'a word that is a weak secret': {
    told: { status: 422, answer: { error: '<weak credential key>' } },
    sent: [['X-Key', '<weak credential key>']],
    says: nothing,
  },
  'a secret that another request has sent': {
    told: { status: 422, answer: { error: '<credential key>' } },
    says: nothing,
  },
  'what was asked once more since it was throttled': {
    told: { answer: [1], repeats: 'f0-0' },
    says: ['ANY-03a broken'],
  },
  'what confirms another': { told: { answer: [1], repeats: 'f0-0', purpose: 'confirm' }, says: nothing },
};

for (const [what, { says, ...tale }] of Object.entries(tales))
  test(`${what} gives ${says.join(', ') || 'nothing'}`, async () => {
    expect(await said(tale)).toEqual(says);
  });
