import {
  actionPath,
  apiBase,
  type EntityModel,
  type InputField,
  inputFields,
  type OperationInput,
} from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';

/** What a table is taken in as: rows of an entity as its form makes them, or as one of its actions makes them. */
export type Intake = {
  readonly entity: EntityModel;
  /** The key of the action that each row runs; none where rows are made as by the form. */
  readonly action: string | undefined;
  /** What is done, as people read it: `导入客户`. */
  readonly title: string;
  /** The name of the operation, `customer.import` or `customer.importPool.import`. */
  readonly operation: string;
  readonly path: string;
  readonly permission: string;
  /** What a row may hold, by key. */
  readonly fields: ReadonlyMap<string, InputField>;
  /** Whether it can be taken back. */
  readonly isUndoable: boolean;
};

/** How an entity takes a table in: by itself, or by one of its actions. Refused where there is no such action. */
export function intakeOf(entity: EntityModel, action?: string): Intake {
  const { document } = entity;
  const { name, title } = document;
  if (action === undefined)
    return {
      entity,
      action,
      title: `导入${title}`,
      operation: `${name}.import`,
      path: `${apiBase(document)}/import`,
      permission: `${name}:import`,
      fields: entity.fields,
      isUndoable: true,
    };
  const declared = document.actions?.find(({ key }) => key === action);
  if (declared?.import === undefined) throw refuse('E_SERVER', { got: `${name}.${action}` });
  const inputs: readonly OperationInput[] = declared.input ?? [];
  return {
    entity,
    action,
    title: declared.title,
    operation: `${name}.${action}.import`,
    path: `${actionPath(document, action)}/import`,
    permission: declared.permission,
    fields: inputFields(inputs, entity.fields),
    isUndoable: declared.import === 'undoable',
  };
}
