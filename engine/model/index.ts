// The door of the engine's language: everything browser and server share.
export type { DocumentKind, DocumentSet, PageBundle } from './documents.ts';
export {
  commonFields,
  type EntityModel,
  entityModel,
  pathTitle,
  type Relation,
  type ResolvedPath,
  resolvePath,
  type TransitionOfEntity,
  targetState,
  transitionsOf,
} from './entity-model.ts';
export {
  type EnvelopeCode,
  type ErrorCode,
  type ErrorEntry,
  errorCatalogue,
  faultMessage,
  fillTemplate,
  type Language,
} from './errors.ts';
export type { BinaryOperator, Expression, ExpressionRoot, FunctionName } from './expression/ast.ts';
export { pathsRead } from './expression/dependencies.ts';
export { evaluate, holds, type Scope, type Value } from './expression/evaluate.ts';
export { type ParseOutcome, parseExpression } from './expression/parse.ts';
export { type Fault, type FaultCode, pointer } from './fault.ts';
export type {
  Card,
  CardCondition,
  ChartCard,
  DashboardPage,
  DatasetDimension,
  DatasetDocument,
  DatasetMeasure,
  DictionaryDocument,
  DictionaryValue,
  DrillDown,
  EntityAction,
  EntityConstraint,
  EntityDocument,
  EntityField,
  EntityIndex,
  FieldPolicy,
  FigureCard,
  FixedFilter,
  ListCard,
  ListPage,
  MenuDocument,
  MenuNode,
  NamedScope,
  OperationInput,
  PageDocument,
  PanoramaPage,
  PanoramaTab,
  RoleDocument,
  StateMachine,
  Transition,
} from './generated/documents.ts';
export { type DocumentFile, type LoadedDocuments, loadDocuments } from './load-documents.ts';
export { type MaskKind, type MaskMode, maskValue, normaliseMobile } from './masks.ts';
export { apiBase, editDistance, isForbiddenName, nearestName, relationName, toColumn } from './naming.ts';
export {
  type DeclaredOperation,
  declaredOperations,
  type GenericVerb,
  operationsOfEntity,
  verbPermissions,
} from './operations.ts';
export { type Grants, isGranted } from './permissions.ts';
export { type CheckedInput, checkInput, checkValue, type InputField, inputFields, isId } from './record-input.ts';
export { type ActionView, actionViews } from './view/action-view.ts';
export { type FieldState, type FormFieldView, type FormView, formFields, formView, linkage } from './view/form-view.ts';
export {
  type ColumnView,
  columnViews,
  type FilterView,
  fieldsToAsk,
  type ListView,
  listView,
} from './view/list-view.ts';
export { type PageMentions, pageForUser, pageMentions } from './view/page-access.ts';
export { type FactView, type PanoramaView, panoramaView, type TabView } from './view/panorama-view.ts';
export { type ViewContext, viewContext } from './view/view-context.ts';
export { type FieldVisibility, withoutHiddenFields } from './view/visible-fields.ts';
export {
  type BulkAnswer,
  type BulkRequest,
  type ButtonPermission,
  type ConditionOperator,
  conditionOperators,
  type DatasetAnswer,
  type DatasetRequest,
  type Envelope,
  type LoginAnswer,
  type MenuItem,
  type MyInfoAnswer,
  type ProjectName,
  type QueryAnswer,
  type QueryRequest,
  type RefusalDetail,
  type RelativePeriod,
  relativePeriods,
  type ViewRequest,
  type Where,
  type WireRecord,
} from './wire.ts';
