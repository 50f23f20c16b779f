import type { PageEvent } from '../../traffic/journal/journalTypes.ts';

/** The most events of one name that a visit stores. */
export const mostEvents = 120;

/** True if a visit stores one more event of this name. A widget that talks much to its frame must lose none of its other events. */
export const hasRoomFor = (name: string, events: readonly PageEvent[]): boolean =>
  events.filter((event) => event.name === name).length < mostEvents;
