import type { EntityDocument, StateMachine } from '../generated/documents.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stands for all other states where it names one, for all fields where it is said of them. */
const any = '*';

/** The state machine that closes a field, or a list of child rows, to people in a record as it stands; undefined where none does. */
export function closingMachine(document: EntityDocument, key: string, record: Values): StateMachine | undefined {
  return (document.states ?? []).find((machine) => !isOpen(machine, key, record[machine.field]));
}

/** The states of a machine in which people may write a field or child rows; undefined where it says nothing of that. */
export function openStates(
  machine: StateMachine,
  states: readonly string[],
  key: string,
): readonly string[] | undefined {
  return machine.editable === undefined ? undefined : states.filter((state) => isOpen(machine, key, state));
}

/** Whether an entity says anywhere in which states what may be written. */
export function saysEditable({ states }: EntityDocument): boolean {
  return (states ?? []).some(({ editable }) => editable !== undefined);
}

function isOpen({ editable }: StateMachine, key: string, state: unknown): boolean {
  if (editable === undefined) return true;
  const named = typeof state === 'string' && Object.hasOwn(editable, state) ? editable[state] : editable[any];
  return named === any || named?.includes(key) === true;
}
