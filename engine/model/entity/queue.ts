import type { EntityDocument, EntityQueue } from '../generated/documents.ts';
import { apiBase } from '../naming/naming.ts';

/** What can be done with a queue: take the next row, keep the row that was taken for longer, put it back. */
export const queueVerbs = ['next', 'keep', 'release'] as const;
export type QueueVerb = (typeof queueVerbs)[number];

/** How many minutes a row is kept for whoever took it, where the queue does not say. */
export const usualQueueMinutes = 15;

/** What `next` answers: the row that is the caller's until a moment; null where nothing waits. */
export type QueueAnswer = { readonly id: string | null; readonly until: string | null };

/** The address of what can be done with the queue of an entity. */
export function queuePath(entity: Pick<EntityDocument, 'name' | 'api'>, verb: QueueVerb): string {
  return `${apiBase(entity)}/queue/${verb}`;
}

/** The order in which rows are taken: keys of fields, those from the highest down after a `-`. */
export function queueOrder({ order }: EntityQueue): readonly string[] {
  return order ?? ['createdAt'];
}
