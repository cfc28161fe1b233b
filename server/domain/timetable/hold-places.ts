import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';

const places = ['teacherId', 'classroomId', 'classTypeId'] as const;

/**
 * Waits until nobody else writes sessions of the same teachers, rooms and classes, for the rest of the transaction. The
 * database keeps them apart by itself; those that wait for one another there would be told of only a second later.
 */
export async function holdPlaces(sessions: readonly Values[], { records }: RuleContext): Promise<void> {
  const names = sessions.flatMap((session) =>
    places.flatMap((place) => (typeof session[place] === 'string' ? [`${place} ${session[place]}`] : [])),
  );
  // Always in the same order: two that want the same ones do not wait for each other.
  for (const name of [...new Set(names)].toSorted()) await records.hold(`timetable ${name}`);
}
