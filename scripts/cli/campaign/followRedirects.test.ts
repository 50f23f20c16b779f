import { expect } from '@playwright/test';
import { answerText, type Script, test } from '../../../tests/support/network/scriptedServer.ts';
import { followRedirects } from './followRedirects.ts';

const soon = () => AbortSignal.timeout(5_000);

const leadingTo =
  (location: string): Script =>
  (socket) =>
    socket.end(answerText(302, '', [`Location: ${location}`, 'Connection: close']));

test('a redirect from another host leads to no address of our own network', async ({ serve }) => {
  const inside = await serve((socket) => socket.end(answerText(200, 'secret')));
  for (const location of [
    inside.url,
    'http://169.254.169.254/latest',
    'http://[64:ff9b::7f00:1]/',
    'file:///etc/passwd',
  ]) {
    const { url } = await serve(leadingTo(location));
    await expect(followRedirects(url, soon()), location).rejects.toThrow('not on the public Internet');
  }
  expect(inside.arrived).toEqual([]);
});

test('a redirect within the address that the user named is followed', async ({ serve }) => {
  const { url, arrived } = await serve((socket, { path }) =>
    socket.end(path === '/here' ? answerText(302, '', ['Location: /there']) : answerText(200, 'found')),
  );
  expect(await (await followRedirects(`${url}/here`, soon())).text()).toBe('found');
  expect(arrived.map(({ path }) => path)).toEqual(['/here', '/there']);
});

test('a redirect loop ends', async ({ serve }) => {
  const { url } = await serve((socket) => socket.end(answerText(302, '', ['Location: /again'])));
  await expect(followRedirects(url, soon())).rejects.toThrow('more than 5 redirects');
});
