// Pages compiled into what is drawn.

export { type ActionView, actionViews, type Obstacle } from './action/action-view.ts';
export type { CellEdit } from './action/cell-edit.ts';
export { nodeFaultText } from './compile/compiled-text.ts';
export { defined } from './compile/defined.ts';
export { type ViewContext, viewContext } from './compile/view-context.ts';
export { closedForm } from './form/closed-form.ts';
export { formLookups } from './form/form-expressions.ts';
export {
  type FieldState,
  type FormLinkage,
  linkage,
  mayWrite,
  rowLinkage,
  startOf,
} from './form/form-linkage.ts';
export { formPaths } from './form/form-paths.ts';
export { type FormReference, type FormReferences, formReferences } from './form/form-references.ts';
export type {
  FormFieldView,
  FormItemView,
  FormRowsView,
  FormSectionView,
  FormView,
  RowPickView,
} from './form/form-shape.ts';
export { formFields, formRows, formView } from './form/form-view.ts';
export type { CardField, CardView } from './list/card-view.ts';
export { type ColumnView, columnViews, fieldsToAsk } from './list/column-view.ts';
export { conditionFields } from './list/condition-fields.ts';
export type { CalendarDisplay, DisplayView, KanbanDisplay, LaneView } from './list/display-view.ts';
export type { HourGrid, HourOverlap, HourResource } from './list/hour-grid.ts';
export {
  type FilterView,
  type ImportOffer,
  type ListFigureView,
  type ListTabView,
  type ListView,
  listView,
} from './list/list-view.ts';
export type { TreeFilterView } from './list/tree-filter-view.ts';
export { createFormOf, createForms } from './page/create-forms.ts';
export {
  type DashboardCardView,
  type DashboardFilterView,
  type DashboardTabView,
  type DashboardView,
  dashboardView,
} from './page/dashboard-view.ts';

export { type FormPageView, formPageView } from './page/form-page-view.ts';
export { pageDependencies } from './page/page-dependencies.ts';
export { type JudgedPart, type PartArea, pageForUser } from './page/page-for-user.ts';
export { withoutHiddenFields } from './page/visible-fields.ts';
export type { ActivitySourceView, ActivityTabView } from './record/activity-view.ts';
export { type ChildTableView, type DetailView, detailView } from './record/detail-view.ts';
export { type PanoramaView, panoramaView, type TabView } from './record/panorama-view.ts';
export type { FactGroupView, FactView, RecordView } from './record/record-view.ts';
export type { RowsTabView } from './record/rows-tab-view.ts';
export { settingBack } from './record/set-back.ts';
