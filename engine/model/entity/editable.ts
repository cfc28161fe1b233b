import type { EntityDocument, StateMachine } from '../generated/documents.ts';
import { editionStates } from './editions.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stands for all other states where it names one, for all fields where it is said of them. */
const any = '*';

/** The state machine that closes a field, or a list of child rows, to people in a record as it stands; undefined where none does. */
export function closingMachine(document: EntityDocument, key: string, record: Values): StateMachine | undefined {
  return (document.states ?? []).find((machine) => !isOpen(document, machine, key, record[machine.field]));
}

/** The states of a machine in which people may write a field or child rows; undefined where nothing is said of that. */
export function openStates(
  document: EntityDocument,
  machine: StateMachine,
  states: readonly string[],
  key: string,
): readonly string[] | undefined {
  if (machine.editable === undefined && editionStates(document)?.machine !== machine) return undefined;
  return states.filter((state) => isOpen(document, machine, key, state));
}

/** Whether an entity says anywhere in which states what may be written. */
export function saysEditable({ states, editions }: EntityDocument): boolean {
  return editions !== undefined || (states ?? []).some(({ editable }) => editable !== undefined);
}

function isOpen(document: EntityDocument, machine: StateMachine, key: string, state: unknown): boolean {
  const editions = editionStates(document);
  // What an edition says stays once it is published, whatever the machine opens.
  if (editions?.machine === machine && editions.fixed.includes(String(state))) return false;
  const { editable } = machine;
  if (editable === undefined) return true;
  const named = typeof state === 'string' && Object.hasOwn(editable, state) ? editable[state] : editable[any];
  return named === any || named?.includes(key) === true;
}
