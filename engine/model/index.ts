// The door of the engine's language: everything browser and server share.

export type {
  ExplainedCondition,
  ExplainedPart,
  ExplainedRow,
  MatrixAnswer,
  MatrixColumn,
  MatrixGroup,
  MatrixRow,
  PartState,
  WhyAnswer,
} from './access-wire.ts';
export {
  type BackgroundJob,
  type BulkRowAnswer,
  type DuplicatePolicy,
  duplicatePolicies,
  type ExportBody,
  type ExportFormat,
  type FileAddress,
  type FileFacts,
  type ImportField,
  type ImportInspection,
  type ImportMapping,
  type ImportRowAnswer,
  type ImportRun,
  type JobStatus,
  type UploadedFile,
} from './background-wire.ts';
export {
  addDays,
  boundsOfDay,
  type Days,
  dayLength,
  dayOf,
  daysOfMonths,
  isDay,
  mondayOf,
  type NamedPeriod,
  periodDays,
  shanghaiOffset,
  startOfDay,
  yearAndMonthOf,
} from './calendar-day.ts';
export type { ImplementedParts } from './check/check-context.ts';
export {
  inOrder,
  kindOfMeasure,
  mainSource,
  measuresRead,
  pathInSource,
  type RowsOfDataset,
  rowsBehind,
  sourcesOf,
  unitOfMeasure,
} from './dataset-model.ts';
export { demoTarget, demoValue } from './demo-rows.ts';
export { documentKindOf } from './document-kind.ts';
export { type CreateForm, type DocumentKind, type DocumentSet, entityOfPage, type PageBundle } from './documents.ts';
export { bucketKeys, comparedPeriod, lengthOf, recurs, type TimeBucket } from './drill/compared-days.ts';
export { type CountedDays, daysOf } from './drill/counted-days.ts';
export { type Counted, drillParams, type Figure, type Keys } from './drill/drill.ts';
export type { TreeNode, TreeNodes } from './drill/tree-nodes.ts';
export {
  type EntityModel,
  entityModel,
  isAskable,
  isStored,
  maxRelations,
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
export type { BinaryOperator, Expression, ExpressionRoot } from './expression/ast.ts';
export { checkExpression } from './expression/check-expression.ts';
export { digitsOf } from './expression/decimal.ts';
export { pathsRead } from './expression/dependencies.ts';
export { evaluate, holds, type Scope, type Value } from './expression/evaluate.ts';
export type { ExpressionFault } from './expression/expression-fault.ts';
export type { ExpressionType } from './expression/expression-type.ts';
export { type ExpressionPlace, type ExpressionUse, expressionUses } from './expression/expression-use.ts';
export { expressionFunctions, type FunctionName } from './expression/functions.ts';
export { parseDay, parseMoment } from './expression/instant.ts';
export { type LinkageNode, type LinkageOrder, linkageOrder } from './expression/linkage-order.ts';
export { maxShift, maxTextLength } from './expression/operators.ts';
export { type ParseOutcome, parseExpression } from './expression/parse.ts';
export type { TypeEnvironment } from './expression/type-environment.ts';
export { extendDocument } from './extend.ts';
export { type Fault, type FaultCode, pointer } from './fault.ts';
export {
  endingsOf,
  type FileFieldType,
  type FileKind,
  type FileType,
  fileFault,
  fileFieldTypes,
  fileLimits,
  fileTypeOf,
  fileTypes,
  isFileList,
  sentKinds,
  sizeLimits,
  sizeText,
  typeOfName,
  typesOf,
  usualFiles,
} from './file-types.ts';
export type {
  ActionIcon,
  Card,
  CardCondition,
  ChartCard,
  ChildRows,
  CustomPage,
  DashboardPage,
  DatasetDimension,
  DatasetDocument,
  DatasetFilter,
  DatasetMeasure,
  DemoDocument,
  DemoRow,
  DictionaryDocument,
  DictionaryValue,
  DrillDown,
  EntityAction,
  EntityConstraint,
  EntityDocument,
  EntityField,
  EntityIndex,
  EntitySchedule,
  EntityTree,
  ExclusionRule,
  FieldPolicy,
  FieldRollup,
  FigureCard,
  FixedFilter,
  HistoryTab,
  ListCard,
  ListPage,
  MenuDocument,
  MenuIconName,
  MenuNode,
  MigrationDocument,
  MigrationStep,
  NamedScope,
  OperationInput,
  PageAction,
  PageDocument,
  PanoramaPage,
  PanoramaTab,
  PivotCard,
  RankingCard,
  RoleDocument,
  StateMachine,
  TableCard,
  Transition,
  TransitionEffect,
  WidgetCard,
} from './generated/documents.ts';
export { groupPath, isGroupable, isSummable } from './grouping.ts';
export { faultsAt, type NodeFault } from './isolate.ts';
export { diffDocuments } from './layers/diff.ts';
export { type Folded, foldLayers } from './layers/fold.ts';
export type { EditOutcome, EditReport, Layer, LayerLevel, LayerOperation, RefusalReason } from './layers/layer.ts';
export { type RebaseConflict, type Rebased, rebaseLayer } from './layers/rebase.ts';
export {
  type CandidatePage,
  type DocumentFile,
  type LoadedDocuments,
  type LoadOptions,
  loadCandidatePage,
  loadDocuments,
} from './load-documents.ts';
export {
  type MaskKind,
  type MaskMode,
  maskKinds,
  maskValue,
  normaliseLandline,
  normaliseMobile,
  normaliseNumber,
} from './masks.ts';
export { presentKey } from './migrate/former-keys.ts';
export { currentSchemaVersion, migrateDocument } from './migrate/migrate-document.ts';
export { apiBase, editDistance, isForbiddenName, nearestName, relationName, toColumn } from './naming.ts';
export {
  actionPath,
  type DeclaredOperation,
  declaredOperations,
  enabledField,
  type GenericVerb,
  knownPermissions,
  operationsOfEntity,
  permissionsOf,
  statusPermission,
  takesManyRows,
  verbPermissions,
} from './operations.ts';
export {
  type NewPasswordFault,
  newPasswordFault,
  type OldPasswordFault,
  oldPasswordFault,
  passwordLength,
  type RepeatedPasswordFault,
  repeatedPasswordFault,
} from './password-rules.ts';
export { type Grants, isGranted } from './permissions.ts';
export { recordPathOf } from './record-match.ts';
export { dayStart, type Span, spanOf, spanOfDays } from './relative-period.ts';
export type {
  ListPreferences,
  SavedView,
  SavedViews,
  ViewCondition,
  ViewShare,
  ViewState,
} from './saved-view-wire.ts';
export { cronFault, spanLength } from './schedule-time.ts';
export { type TimedLine, timedLines } from './timed-text.ts';
export { titleWithUnit, unitSign } from './units.ts';
export { type CheckedInput, checkInput, checkValue, type InputField, inputFields, isId } from './validate-record.ts';
export { type ActionView, actionViews, type Obstacle } from './view/action-view.ts';
export type { CellEdit } from './view/cell-edit.ts';
export { type ColumnView, columnViews, fieldsToAsk } from './view/column-view.ts';
export { nodeFaultText, type Tone, type ToneOf } from './view/compiled-text.ts';
export { conditionFields } from './view/condition-fields.ts';
export { createFormOf, createForms } from './view/create-forms.ts';
export {
  type DashboardCardView,
  type DashboardFilterView,
  type DashboardView,
  dashboardView,
} from './view/dashboard-view.ts';
export { type ChildTableView, type DetailView, detailView } from './view/detail-view.ts';
export type {
  CalendarDisplay,
  CardField,
  CardView,
  DisplayView,
  KanbanDisplay,
  LaneView,
} from './view/display-view.ts';
export {
  type FieldState,
  type FormLinkage,
  linkage,
  type RowLinkage,
  rowLinkage,
  startOf,
} from './view/form-linkage.ts';
export { type FormPageView, formPageView } from './view/form-page-view.ts';
export type {
  FormFieldView,
  FormItemView,
  FormRowsView,
  FormSectionView,
  FormView,
  PickerConditionView,
} from './view/form-shape.ts';
export { formFields, formPaths, formRows, formView } from './view/form-view.ts';
export { type FilterView, type ListFigureView, type ListTabView, type ListView, listView } from './view/list-view.ts';
export { type PageDependencies, pageDependencies } from './view/page-dependencies.ts';
export { type JudgedPart, type PageReader, type PartArea, pageForUser } from './view/page-for-user.ts';
export { type PanoramaView, panoramaView, type RowsTabView, type TabView } from './view/panorama-view.ts';
export type { FactGroupView, FactView, RecordView } from './view/record-view.ts';
export type { TreeFilterView } from './view/tree-filter-view.ts';
export { type ViewContext, viewContext } from './view/view-context.ts';
export { type FieldVisibility, withoutHiddenFields } from './view/visible-fields.ts';
export { readContract, type WidgetContract, type WidgetSlot } from './widget-contract.ts';
export { propsFaults } from './widget-props.ts';
export {
  type BulkAnswer,
  type BulkRequest,
  type BulkStarted,
  type CheckAnswer,
  type ChildRowsChange,
  type ConditionCount,
  type ConditionOperator,
  callerValueNames,
  conditionOperators,
  countedDaysOf,
  type DatasetAnswer,
  type DatasetComparison,
  type DatasetFigures,
  type DatasetPeriod,
  type DatasetRequest,
  type DatasetRow,
  type DatasetSeries,
  datasetComparisons,
  type Envelope,
  type FieldChange,
  type FieldCollision,
  type GroupAnswer,
  type GroupBucket,
  type GroupFigures,
  type GroupRequest,
  groupBuckets,
  type HistoryAnswer,
  type HistoryChoices,
  type HistoryEntry,
  type HistoryRequest,
  isRelativePeriod,
  type ListGroup,
  type NamedRelativePeriod,
  type OnceFact,
  type QueryAnswer,
  type QueryRequest,
  type RefusalDetail,
  type RelativePeriod,
  type RevealAnswer,
  relativePeriods,
  undialledKey,
  unrevealedKey,
  type ViewRequest,
  type Where,
  type WireRecord,
} from './wire.ts';
