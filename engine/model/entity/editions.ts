import { memoizeByIdentity } from '../cache/cache.ts';
import type {
  EntityDocument,
  EntityEditions,
  EntityField,
  EntityIndex,
  StateMachine,
  Transition,
} from '../generated/documents.ts';
import { apiBase } from '../naming/naming.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { isStored, transitionsOf } from './entity-model.ts';

type Values = Readonly<Record<string, unknown>>;

/** What `revise` answers: the draft, its number, and whether this call made it. */
export type RevisedAnswer = { readonly id: string; readonly number: number; readonly isNew: boolean };

/** How the editions of an entity go through the states of the machine that publishes them. */
export type EditionStates = EntityEditions & {
  readonly machine: StateMachine;
  /** The transition by which the former edition gives way. */
  readonly retire: Transition;
  /** States of an edition that is still worked on: from each it can be published. */
  readonly drafts: readonly string[];
  /** States of an edition that is or was published: nothing of what it says changes any more. */
  readonly fixed: readonly string[];
};

/** The states of an entity's editions; undefined where it has none, or where its document does not say which. */
export const editionStates = memoizeByIdentity(statesOf);

/** Whether a record is an edition that is or was published. */
export function isFixedEdition(document: EntityDocument, record: Values): boolean {
  const states = editionStates(document);
  return states?.fixed.includes(String(record[states.machine.field])) === true;
}

/**
 * What a record says: the stored fields that people fill in, and those whose values are taken over from a reference. Not
 * what only the server keeps, such as states and numbers.
 */
export function contentFields({ fields, states = [], editions }: EntityDocument): readonly EntityField[] {
  const kept = new Set([...states.map(({ field }) => field), editions?.number]);
  return fields.filter(
    (field) =>
      isStored(field) &&
      (field.readonly !== true || field.from !== undefined) &&
      field.sequence === undefined &&
      !kept.has(field.key),
  );
}

/** A field of an entity that refers to editions, and the entity whose they are. */
export type EditionField = { readonly field: EntityField; readonly target: EntityDocument };

type Entities = { readonly entities: ReadonlyMap<string, EntityDocument> };

/** The fields by which an entity refers to editions; a child row belongs to its edition and is none. */
export function editionFields({ name, fields }: EntityDocument, { entities }: Entities): readonly EditionField[] {
  return fields.flatMap((field): readonly EditionField[] => {
    const target = entities.get(field.ref ?? '');
    if (target?.editions === undefined || !isStored(field)) return [];
    const isParent = (target.children ?? []).some(({ entity, by }) => entity === name && by === field.key);
    return isParent ? [] : [{ field, target }];
  });
}

/** Where the next draft of an edition is asked for. */
export function revisePath(entity: Pick<EntityDocument, 'name' | 'api'>): string {
  return `${apiBase(entity)}/revise`;
}

/** What is unique among editions: the number of each, the published one, and the draft. */
export function editionIndexes(document: EntityDocument): readonly EntityIndex[] {
  const states = editionStates(document);
  if (states === undefined) return [];
  const { by, number, machine, whenState, drafts } = states;
  const within = (names: readonly string[]) => names.map((name) => `record.${machine.field} == '${name}'`).join(' || ');
  const one = { fields: [by], unique: true } satisfies Partial<EntityIndex>;
  return [
    {
      key: 'editionNumber',
      fields: [by, number],
      unique: true,
      message: formatMessage(modelText('model.edition.numberTaken')),
    },
    {
      ...one,
      key: 'editionPublished',
      where: within([whenState]),
      message: formatMessage(modelText('model.edition.onePublished')),
    },
    { ...one, key: 'editionDraft', where: within(drafts), message: formatMessage(modelText('model.edition.oneDraft')) },
  ];
}

function statesOf(document: EntityDocument): EditionStates | undefined {
  const { editions } = document;
  if (editions === undefined) return undefined;
  const retiring = transitionsOf(document).find(({ transition }) => transition.key === editions.archive);
  if (retiring === undefined) return undefined;
  const { machine, transition: retire } = retiring;
  const steps = machine.transitions.flatMap(stepsOf);
  const fixed = reached([editions.whenState], steps);
  const before = reached(
    [editions.whenState],
    steps.map(({ from, to }) => ({ from: to, to: from })),
  );
  return { ...editions, machine, retire, drafts: before.filter((state) => !fixed.includes(state)), fixed };
}

type Step = { readonly from: string; readonly to: string };

function stepsOf({ from: starts, to }: Transition): readonly Step[] {
  if (typeof to === 'string') return starts.map((from) => ({ from, to }));
  if (Array.isArray(to)) return starts.flatMap((from) => to.map(({ state }) => ({ from, to: state })));
  return Object.entries(to).map(([from, end]) => ({ from, to: end }));
}

/** What can be reached from these states, themselves included. */
function reached(starts: readonly string[], steps: readonly Step[]): readonly string[] {
  const found = new Set(starts);
  // A set grows while it is walked: what is added is walked as well.
  for (const state of found) for (const { from, to } of steps) if (from === state) found.add(to);
  return [...found];
}
