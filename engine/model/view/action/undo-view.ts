import { type DeclaredOperation, operationsOfEntity, takesManyRows } from '../../access/operations.ts';
import { transitionsOf } from '../../entity/entity-model.ts';
import { pathsRead } from '../../expression/dependencies.ts';
import { evaluateWhole, type Scope } from '../../expression/evaluate.ts';
import type { EntityDocument, StateMachine, Transition } from '../../generated/documents.ts';
import { leadsBack } from '../../record/target-state.ts';
import { compiledText } from '../compile/compiled-text.ts';

/** How what was done to a record is taken back for a while. */
export type UndoView = {
  readonly api: string;
  /** Whether one call takes several rows back, all with the same values. */
  readonly bulk: boolean;
  /** Fields of the record that must be known beforehand. */
  readonly reads: readonly string[];
  /** What is sent beside the id; undefined where the record, as it stood before, cannot be brought back. */
  readonly valuesFor: (before: Scope) => Readonly<Record<string, unknown>> | undefined;
};

/**
 * The operation that takes one back: restoring for deleting, and for a transition the one it names. Undefined where
 * there is none, or it is not among those of the entity: then it is not granted.
 */
export function undoOperation(
  operation: DeclaredOperation | undefined,
  entity: EntityDocument,
): DeclaredOperation | undefined {
  if (operation?.kind === 'delete') return operationsOfEntity(entity).find(({ kind }) => kind === 'restore');
  if (operation?.kind !== 'transition') return undefined;
  const key = declaredBy(operation, entity)?.transition.undo?.transition;
  return operationsOfEntity(entity).find((known) => known.kind === 'transition' && known.key === key);
}

/** Compiles how an operation of an entity, as the reader has it, is taken back. */
export function undoView(operation: DeclaredOperation | undefined, entity: EntityDocument): UndoView | undefined {
  const back = undoOperation(operation, entity);
  if (back === undefined || operation === undefined) return undefined;
  const { path: api } = back;
  const done = declaredBy(operation, entity);
  if (done === undefined) return { api, bulk: takesManyRows(back), reads: [], valuesFor: () => ({}) };
  const undone = declaredBy(back, entity);
  if (undone === undefined) return undefined;
  const input = Object.entries(done.transition.undo?.input ?? {}).map(([key, source]) => ({
    key,
    expression: compiledText(source).expression,
  }));
  return {
    api,
    bulk: takesManyRows(back) && input.length === 0,
    reads: [
      done.machine.field,
      ...input.flatMap(({ expression }) => (expression === undefined ? [] : pathsRead(expression, 'record'))),
    ],
    valuesFor: (before) => {
      const from = before.record?.[done.machine.field];
      if (!leadsBack(done.transition, undone.transition, from)) return undefined;
      return Object.fromEntries(
        input.map(({ key, expression }) => [key, expression === undefined ? null : evaluateWhole(expression, before)]),
      );
    },
  };
}

function declaredBy(
  operation: DeclaredOperation,
  entity: EntityDocument,
): { readonly machine: StateMachine; readonly transition: Transition } | undefined {
  if (operation.kind !== 'transition') return undefined;
  return transitionsOf(entity).find(({ transition }) => transition.key === operation.key);
}
