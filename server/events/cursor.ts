import type { Position } from '../db/event-reader.ts';

/** A position as the id of a server-sent event: one word, opaque to whoever keeps it. */
export function cursorOf(position: Position): string {
  return `${position.readAt.toString(36)}~${position.snapshot}`;
}

const form = /^([0-9a-z]{1,10})~(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19}){0,999})?)$/;

/** The position a cursor stands for; undefined for what is none. */
export function positionOf(cursor: string): Position | undefined {
  const [, time, snapshot] = form.exec(cursor) ?? [];
  return time === undefined || snapshot === undefined ? undefined : { readAt: Number.parseInt(time, 36), snapshot };
}
