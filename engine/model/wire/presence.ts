/** Somebody who has a record open, or changes it just now. */
export type PresentPerson = {
  readonly id: string;
  readonly name: string;
  readonly isEditing: boolean;
};

/** Who else is at a record. */
export type PresentPeople = { readonly list: readonly PresentPerson[] };

/** The addresses of who is at a record. */
export const presencePaths = {
  note: '/v1/sys/record/presence/note',
  leave: '/v1/sys/record/presence/leave',
} as const;

/** Seconds after which somebody who was not heard of is no longer told of: a window says more than twice as often that it is there. */
export const presenceSeconds = 40;
