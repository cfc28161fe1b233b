// The door of the engine's language: everything browser and server share.

export {
  actionPath,
  type DeclaredOperation,
  declaredOperations,
  enabledField,
  type GenericVerb,
  knownPermissions,
  operationsOfEntity,
  permissionsOf,
  secondPermissions,
  statusPermission,
  takesManyRows,
  verbPermissions,
} from './access/operations.ts';
export { type Grants, isGranted } from './access/permissions.ts';
export { projectsKey } from './access/projects-key.ts';
export { KeyedCache, loadOnce, memoizeByIdentity } from './cache/cache.ts';
export type { ImplementedParts } from './check/checker/check-context.ts';
export { rightsAdvice } from './check/entity/check-rights.ts';
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
} from './dataset/dataset-model.ts';
export { saysTime } from './dataset/figure-time.ts';
export { documentKindOf } from './documents/document-kind.ts';
export {
  type CreateForm,
  type DocumentKind,
  type DocumentSet,
  entityOfPage,
  type PageBundle,
} from './documents/documents.ts';
export { faultsAt, type NodeFault } from './documents/isolate.ts';
export {
  type FieldMask,
  fieldMask,
  type MaskKind,
  type MaskMode,
  maskKinds,
  maskPolicies,
  maskPolicyOf,
  maskValue,
} from './documents/masks.ts';
export { recordPathOf } from './documents/record-match.ts';
export { bucketKeys, comparedPeriod, lengthOf, recurs, type TimeBucket } from './drill/compared-days.ts';
export { type CountedDays, daysOf } from './drill/counted-days.ts';
export { type Counted, drillParams, type Figure, type Keys } from './drill/drill.ts';
export type { TreeNode, TreeNodes } from './drill/tree-nodes.ts';
export { closingMachine, saysEditable } from './entity/editable.ts';
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
} from './entity/editions.ts';
export {
  type EntityModel,
  entityModel,
  guardsOf,
  isAskable,
  isStored,
  maxRelations,
  pathTitle,
  type Relation,
  type ResolvedPath,
  resolvePath,
  type TransitionOfEntity,
  titleOfKey,
  transitionsOf,
} from './entity/entity-model.ts';
export { type FieldSource, fieldSource } from './entity/field-source.ts';
export { groupPath, isGroupable, isSummable } from './entity/grouping.ts';
export { type FilteredField, filteredFields, filterText, filterWhere, offeredWhere } from './entity/offered-rows.ts';
export { maxPrinted, type PrintItem, printAction, printItem, printNumber, printPath } from './entity/prints.ts';
export {
  type QueueAnswer,
  type QueueVerb,
  queueOrder,
  queuePath,
  usualQueueMinutes,
} from './entity/queue.ts';
export { titleWithUnit, unitSign } from './entity/units.ts';
export { expressionAggregates } from './expression/aggregates.ts';
export type { BinaryOperator, Expression, ExpressionRoot } from './expression/ast.ts';
export { countsWorkDays, textCountsWorkDays } from './expression/calendar-functions.ts';
export { capitalDigits, capitalSteps, maxCapitals } from './expression/capitals.ts';
export { digitsOf } from './expression/decimal.ts';
export { type ChildRowsRead, childRowsRead, pathsRead } from './expression/dependencies.ts';
export { evaluate, evaluateWhole, holds, type PresentTime, type Scope, type Value } from './expression/evaluate.ts';
export type { ExpressionFault } from './expression/expression-fault.ts';
export { type ExpressionLocation, type ExpressionUse, expressionUses } from './expression/expression-use.ts';
export { expressionFunctions, type FunctionName } from './expression/functions.ts';
export { parseDay, parseMoment } from './expression/instant.ts';
export { type LinkageNode, type LinkageOrder, linkageOrder } from './expression/linkage-order.ts';
export { maxShift, maxTextLength } from './expression/operators.ts';
export { type ParseOutcome, parseExpression } from './expression/parse.ts';
export type { LookupRows } from './expression/scope-value.ts';
export { textHolds, textReads } from './expression/text-condition.ts';
export { maxLookupRows, textLookups } from './expression/text-lookups.ts';
export { checkExpression } from './expression/types/check-expression.ts';
export type { ExpressionType } from './expression/types/expression-type.ts';
export type { TypeEnvironment } from './expression/types/type-environment.ts';
export { extendDocument } from './extend/extend.ts';
export type { EnvelopeCode, ErrorEntry } from './faults/error-entry.ts';
export { type ErrorCode, errorCatalogue } from './faults/errors.ts';
export { type Fault, type FaultCode, pointer } from './faults/fault.ts';
export { faultMessage, fillTemplate, type Language } from './faults/fault-errors.ts';
export { isComparable } from './fields/checks/comparable.ts';
export { fileRuleOf } from './fields/checks/file-rule.ts';
export { inkOn } from './fields/color.ts';
export { fieldTypes } from './fields/field-types.ts';
export { maxFormula, maxPictures, textFormats, variablesIn, type WrittenVariable } from './fields/html.ts';
export type { CheckOutcome, FieldType, FieldTypeName, NumberType, ValueKind } from './fields/kind/field-type.ts';
export {
  endingsOf,
  type FileFieldType,
  type FileKind,
  type FileRule,
  type FileType,
  fileFault,
  fileLimits,
  fileTypes,
  kindFault,
  sentKinds,
  sizeLimitOf,
  sizeText,
  typeOfName,
  typesOf,
  usualFiles,
  wholeBytes,
} from './fields/kind/file-types.ts';
export { paragraphsOf, picturesOf, withoutPictures } from './fields/kind/html-parts.ts';
export { isId } from './fields/kind/id-value.ts';
export { storedNumber } from './fields/kind/number-value.ts';
export { emptiness } from './fields/kind/operators.ts';
export { normaliseLandline, normaliseMobile, normaliseNumber } from './fields/kind/phone-number.ts';
export {
  checkKey,
  fitsShape,
  isShapeValues,
  maxRowsOf,
  type ShapeType,
  type ShapeValues,
} from './fields/shape-value.ts';
export {
  fileTypeOf,
  isFileList,
  isNumber,
  isShort,
  isSingle,
  isTime,
  kindOfValue,
  numberOf,
  typesWhere,
} from './fields/type-groups.ts';
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
  EffectRows,
  EntityAction,
  EntityConstraint,
  EntityDocument,
  EntityField,
  EntityIndex,
  EntityOrder,
  EntityPrint,
  EntityQueue,
  EntityRule,
  EntitySchedule,
  EntityTree,
  ExclusionRule,
  FieldFileKind,
  FieldPolicy,
  FieldRollup,
  FieldShape,
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
  PrintField,
  PrintPaper,
  PrintSection,
  RankingCard,
  RoleDocument,
  ShapeField,
  StateMachine,
  TableCard,
  TextFormat,
  TextVariable,
  Transition,
  TransitionBranch,
  TransitionEffect,
  TransitionGuard,
  TransitionPreview,
  Who,
  WhoWrites,
  WidgetCard,
} from './generated/documents.ts';
export { presentKey } from './json/former-keys.ts';
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
} from './load/load-documents.ts';
export { currentSchemaVersion, migrateDocument } from './migrate/migrate-document.ts';
export { apiBase, editDistance, isForbiddenName, nearestName, relationName, toColumn } from './naming/naming.ts';
export { isCellField, isWritten } from './record/cell-field.ts';
export { demoTarget, demoValue } from './record/demo-rows.ts';
export { heldFor } from './record/held-for.ts';
export { boundedField, boundFaults, withStartValues } from './record/input-bounds.ts';
export { missingFault } from './record/missing-fault.ts';
export {
  type NewPasswordFault,
  newPasswordFault,
  type OldPasswordFault,
  oldPasswordFault,
  passwordLength,
  type RepeatedPasswordFault,
  repeatedPasswordFault,
} from './record/password-rules.ts';
export { printedPaths } from './record/printed-paths.ts';
export { branchesOf, targetState, targetStates } from './record/target-state.ts';
export {
  type CheckedInput,
  checkInput,
  checkValue,
  type InputField,
  inputFields,
  valueFaults,
} from './record/validate-record.ts';
export { isAllowed, whoFor } from './record/who.ts';
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
} from './time/calendar-day.ts';
export { dayStart, type Span, spanOf, spanOfDays } from './time/relative-period.ts';
export { cronFault, spanLength } from './time/schedule-time.ts';
export { type TimedLine, timedLines } from './time/timed-text.ts';
export { type ToldDay, type WorkCalendar, weekdaysOnly, workCalendar } from './time/work-calendar.ts';
export { type ActionView, actionViews, type Obstacle } from './view/action/action-view.ts';
export type { CellEdit } from './view/action/cell-edit.ts';
export { nodeFaultText, type Tone, type ToneOf } from './view/compile/compiled-text.ts';
export { defined } from './view/compile/defined.ts';
export { type ViewContext, viewContext } from './view/compile/view-context.ts';
export { formLookups } from './view/form/form-expressions.ts';
export {
  type FieldState,
  type FormLinkage,
  linkage,
  mayWrite,
  type RowLinkage,
  rowLinkage,
  startOf,
} from './view/form/form-linkage.ts';
export { type FormReference, type FormReferences, formReferences } from './view/form/form-references.ts';
export type {
  FormFieldView,
  FormItemView,
  FormRowsView,
  FormSectionView,
  FormView,
  PickerConditionView,
  RowPickView,
} from './view/form/form-shape.ts';
export { formFields, formPaths, formRows, formView } from './view/form/form-view.ts';
export { type ColumnView, columnViews, fieldsToAsk } from './view/list/column-view.ts';
export { conditionFields } from './view/list/condition-fields.ts';
export type {
  CalendarDisplay,
  CardField,
  CardView,
  DisplayView,
  KanbanDisplay,
  LaneView,
} from './view/list/display-view.ts';
export {
  type FilterView,
  type ImportOffer,
  type ListFigureView,
  type ListTabView,
  type ListView,
  listView,
} from './view/list/list-view.ts';
export type { TreeFilterView } from './view/list/tree-filter-view.ts';
export { createFormOf, createForms } from './view/page/create-forms.ts';
export {
  type DashboardCardView,
  type DashboardFilterView,
  type DashboardTabView,
  type DashboardView,
  dashboardView,
} from './view/page/dashboard-view.ts';
export type { PageDependencies } from './view/page/dependency-collector.ts';
export { type FormPageView, formPageView } from './view/page/form-page-view.ts';
export { pageDependencies } from './view/page/page-dependencies.ts';
export { type JudgedPart, type PageReader, type PartArea, pageForUser } from './view/page/page-for-user.ts';
export { type FieldVisibility, withoutHiddenFields } from './view/page/visible-fields.ts';
export { type ChildTableView, type DetailView, detailView } from './view/record/detail-view.ts';
export { type PanoramaView, panoramaView, type RowsTabView, type TabView } from './view/record/panorama-view.ts';
export type { FactGroupView, FactView, RecordView } from './view/record/record-view.ts';
export { readContract, type WidgetContract, type WidgetSlot } from './widget/widget-contract.ts';
export { propsFaults } from './widget/widget-props.ts';
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
} from './wire/background-wire.ts';
export { maxPreviewRows, type PreviewAnswer } from './wire/preview.ts';
export type {
  PrintAnswer,
  PrintedFact,
  PrintedKind,
  PrintedSection,
  PrintedSheet,
  PrintedValue,
} from './wire/print.ts';
export type {
  ListPreferences,
  SavedView,
  SavedViews,
  ViewCondition,
  ViewShare,
  ViewState,
} from './wire/saved-view-wire.ts';
export { secondPaths, type WaitingRequest, type WaitingRequests } from './wire/waiting-request.ts';
export type {
  ExplainedCondition,
  ExplainedPart,
  ExplainedRow,
  PartState,
  WhyAnswer,
} from './wire/why-wire.ts';
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
  fieldOperators,
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
  pictureAddressesKey,
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
} from './wire/wire.ts';
