import { actionPath } from '../../../engine/model/access/index.ts';
import type { OperationInput } from '../../../engine/model/documents/index.ts';
import { type EntityModel, type TransitionOfEntity, transitionsOf } from '../../../engine/model/entity/index.ts';
import { apiBase } from '../../../engine/model/naming/index.ts';
import { type InputField, inputFields } from '../../../engine/model/record/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { importText } from '../../texts/import-text.ts';

/** A transition that each row of a table runs on the record it names. */
export type TransitionIntake = {
  readonly declared: TransitionOfEntity;
  /** The fields that name the record. */
  readonly by: readonly string[];
  /** The transition that takes it back, where there is one. */
  readonly back?: TransitionOfEntity;
};

/** What a table is taken in as: rows of an entity as its form makes them, or what one of its actions or transitions does with each. */
export type Intake = {
  readonly entity: EntityModel;
  /** The key of the action or transition that each row runs; none where rows are made as by the form. */
  readonly action: string | undefined;
  /** Set where that is a transition. */
  readonly moves?: TransitionIntake;
  /** What is done, as people read it: `导入客户`. */
  readonly title: Message;
  /** The name of the operation, `customer.import` or `customer.importPool.import`. */
  readonly operation: string;
  readonly path: string;
  readonly permission: string;
  /** What a row may hold, by key. */
  readonly fields: ReadonlyMap<string, InputField>;
  /** Whether it can be taken back. */
  readonly isUndoable: boolean;
};

/** How an entity takes a table in: by itself, or by one of its actions or transitions. Refused where there is no such one. */
export function intakeOf(entity: EntityModel, action?: string): Intake {
  const { document } = entity;
  const { name } = document;
  if (action === undefined)
    return {
      entity,
      action,
      title: importText('import.of', { entity: document }),
      operation: `${name}.import`,
      path: `${apiBase(document)}/import`,
      permission: `${name}:import`,
      fields: entity.fields,
      isUndoable: true,
    };
  const own = {
    entity,
    action,
    operation: `${name}.${action}.import`,
    path: `${actionPath(document, action)}/import`,
  };
  const declared = document.actions?.find(({ key }) => key === action);
  if (declared?.import !== undefined) {
    const inputs: readonly OperationInput[] = declared.input ?? [];
    return {
      ...own,
      title: importText('import.action', { title: declared.title }),
      permission: declared.permission,
      fields: inputFields(inputs, entity.fields),
      isUndoable: declared.import === 'undoable',
    };
  }
  const transitions = transitionsOf(document);
  const move = transitions.find(({ transition }) => transition.key === action);
  const by = move?.transition.import?.by;
  if (move === undefined || by === undefined) throw refuse('E_SERVER', { got: `${name}.${action}` });
  const { transition } = move;
  const back = transitions.find((known) => known.transition.key === transition.undo?.transition);
  return {
    ...own,
    moves: { declared: move, by, ...(back === undefined ? {} : { back }) },
    title: importText('import.action', { title: transition.title }),
    permission: transition.permission,
    fields: new Map([...namingFields(entity, by), ...inputFields(transition.input ?? [], entity.fields)]),
    isUndoable: back !== undefined,
  };
}

/** The fields that name a record, as a table fills them in: needed, whoever else writes them. */
function namingFields(entity: EntityModel, by: readonly string[]): readonly (readonly [string, InputField])[] {
  return by.flatMap((key) => {
    const field = entity.fields.get(key);
    if (field === undefined) return [];
    const { readonly: _, unique: __, defaultValue: ___, sequence: ____, ...told } = field;
    return [[key, { ...told, required: true }] as const];
  });
}

/** The permission that taking an import back asks for: of a transition, that of the one that leads back. */
export function undoPermission({ moves, permission }: Intake): string {
  return moves?.back?.transition.permission ?? permission;
}
