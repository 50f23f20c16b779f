import { expect, test } from '@playwright/test';
import { hasRoomFor, mostEvents } from './eventRoom.ts';

const events = (name: string, count: number) => Array.from({ length: count }, () => ({ name, afterMs: 0, value: '' }));

test('many messages leave room for the event that a status changed', () => {
  const chatty = events('message', mostEvents);
  expect(hasRoomFor('message', chatty)).toBe(false);
  expect(hasRoomFor('statusChanged', chatty)).toBe(true);
  expect(hasRoomFor('statusChanged', [...chatty, ...events('statusChanged', mostEvents)])).toBe(false);
});
