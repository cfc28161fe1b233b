/**
 * Classes of rows, seen from one person: his own; of a colleague in his department; of somebody in a department below;
 * of somebody elsewhere; his own but of a project he does not work on; in the public pool; his own, deleted.
 */
export const rowClasses = ['own', 'department', 'below', 'other', 'foreignProject', 'pool', 'deleted'] as const;
export type RowClass = (typeof rowClasses)[number];
