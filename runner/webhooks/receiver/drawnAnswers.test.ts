import { expect, test } from '@playwright/test';
import { outcomeMeant } from '../../../oracles/webhooks/received/answers.ts';
import { DrawnAnswers } from './drawnAnswers.ts';

const answersTo = (seed: number, kind: string, body: string) => {
  const drawn = new DrawnAnswers(seed);
  return Array.from({ length: 12 }, () => drawn.answerTo(kind, Buffer.from(body)));
};

test('a body that has succeeded never fails again, and the same seed gives the same answers', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const meant = answersTo(seed, 'payment', '{}').map(outcomeMeant);
    expect(meant.slice(meant.indexOf('success'))).not.toContain(meant.includes('success') ? 'failure' : 'success');
    expect(answersTo(seed, 'payment', '{}')).toEqual(answersTo(seed, 'payment', '{}'));
  }
});

test('many bodies of a kind fail in every way, and some never succeed', () => {
  const drawn = new DrawnAnswers(7);
  const bodies = Array.from({ length: 60 }, (_, nth) => Buffer.from(String(nth)));
  const firsts = bodies.map((body) => drawn.answerTo('checkout', body));
  expect(new Set(firsts.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(15);
  const attempts = bodies.flatMap((body) => Array.from({ length: 11 }, () => drawn.answerTo('request', body)));
  const failed = attempts.filter((answer) => outcomeMeant(answer) === 'failure');
  expect(new Set(failed.map((answer) => JSON.stringify(answer))).size).toBe(50);
  const lasts = bodies.map((body) => Array.from({ length: 11 }, () => drawn.answerTo('checkout', body)).at(-1));
  expect(lasts.filter((answer) => answer && outcomeMeant(answer) === 'failure').length).toBeGreaterThan(0);
});
