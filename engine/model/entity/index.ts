// Entities: their fields, states, children, references, editions.

export { chosenKinds, type KindField } from './chosen-kinds.ts';
export { closingMachine, saysEditable } from './editable.ts';
export {
  contentFields,
  type EditionField,
  type EditionStates,
  editionFields,
  editionIndexes,
  editionStates,
  isFixedEdition,
  type RevisedAnswer,
  revisePath,
} from './editions.ts';
export {
  type EntityModel,
  entityModel,
  guardsOf,
  isAskable,
  isStored,
  type KindPath,
  maxRelations,
  pathTitle,
  type Relation,
  type ResolvedPath,
  resolvePath,
  type TransitionOfEntity,
  titleOfKey,
  transitionsOf,
} from './entity-model.ts';
export { type FieldSource, fieldSource } from './field-source.ts';
export { isGroupable, isSummable } from './grouping.ts';
export { type FilteredField, filteredFields, filterText, filterWhere, offeredWhere } from './offered-rows.ts';
export { maxPrinted, printAction, printItem, printNumber } from './prints.ts';
export { type QueueAnswer, type QueueVerb, queueOrder, queuePath, usualQueueMinutes } from './queue.ts';
export { rowsAlong } from './rows-along.ts';
export { titleWithUnit, unitSign } from './units.ts';
