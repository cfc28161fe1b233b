// The door of the engine's interface.

export { WhyDrawer, type WhySubject } from './access/why-drawer.tsx';
export { type AskedAction, askForAction } from './asked/asked-action.ts';
export { useInTurn } from './calls/use-in-turn.ts';
export { useListSave } from './calls/use-list-save.ts';
export { copyText } from './copy/copy-text.ts';
export { PageRows, type PageRowsProps, type WaitingCount } from './dashboard/rows/page-rows.tsx';
export type { Asked } from './faults/asked.ts';
export { CountFailed } from './faults/count-failed.tsx';
export { ErrorBoundary } from './faults/error-boundary.tsx';
export { FaultBlock, InlineFault, Notice } from './faults/fault-block.tsx';
export { NoChoices } from './faults/no-choices.tsx';
export { isUnasked, QueryState, Waiting } from './faults/query-state.tsx';
export { StaleNote } from './faults/stale-note.tsx';
export { toldValue } from './fields/field-renderers.ts';
export { useUploads } from './fields/file/use-uploads.ts';
export { HtmlText } from './fields/html-text.tsx';
export { RecordPicker } from './fields/record-picker.tsx';
export { formatMeasure, formatMoney, formatNumber, formatSeconds } from './formats/format.ts';
export { setFormats, writtenDay } from './formats/formats.ts';
export { bracketed, listed, sentences, titled, together } from './formats/listed.ts';
export { formatMoment, fromPicker, toPicker } from './formats/time.ts';
export { ActionRegistry, type OfferedAction } from './host/action-registry.ts';
export {
  type DialRequest,
  type EngineHost,
  EngineProvider,
  type EngineUser,
  type ImpersonationSession,
  type LinkTabs,
  type MenuPage,
  type PagePlace,
  type ShownRecord,
  type UnsavedWork,
  type UsedAction,
  useEngine,
  useText,
} from './host/engine-context.tsx';
export { type HostKey, HostKeysContext } from './host/host-key.ts';
export { DesignedPageContext, PageDesignContext } from './host/page-design.tsx';
export { type PartText, partTexts } from './host/part-texts.ts';
export { TaskStore } from './host/task-store.ts';
export type { WidgetDefinition, WidgetInput, WidgetOperation, WidgetProps } from './host/widget-definition.ts';
export type { WorkbenchPhone, WorkbenchPhoneView } from './host/workbench-phone.ts';
export { HostKeysHelp } from './list/keys/host-keys-help.tsx';
export { PageHeader } from './page/page-header.tsx';
export { PageLink } from './page/page-link.tsx';
export { PageSkeleton } from './page/page-skeleton.tsx';
export { PageTab } from './page/page-tab.tsx';
export { AnalysisFilters, AnalysisPeriod, AnalysisPlace, AnalysisView } from './pages/analysis-parts.ts';
export { askPageAhead } from './pages/ask-page-ahead.ts';
export { SchemaPage } from './pages/schema-page.tsx';
export { heldOpen } from './parts/held-open.ts';
export { lazyPartWith } from './parts/lazy-part-with.tsx';
export { placeOfKeyboard } from './parts/place-of-keyboard.ts';
export { useLineDrag } from './parts/use-line-drag.ts';
export { type PageKeys, usePageKeys } from './parts/use-page-keys.ts';
export { useScale } from './parts/use-scale.ts';
export { useSharedParts } from './parts/use-shared-parts.ts';
export { clockOf } from './player/clock.ts';
export { PlayerBar } from './player/player-bar.tsx';
export { usePlayer } from './player/use-player.ts';
export { presenceKey } from './presence/presence-key.ts';
export { usePresent } from './presence/use-presence.ts';
export { waitingKey } from './second/use-waiting.ts';
export { WaitingButton } from './second/waiting-button.tsx';
export { TasksButton } from './tasks/tasks-button.tsx';
export { useFollowTask } from './tasks/use-tasks.ts';
export { loadEngineTexts } from './texts/load-texts.ts';
export { engineTexts, type HostText, type TextKey } from './texts/text.ts';
export { EngineLook } from './theme/engine-look.tsx';
export { LookWindowContext } from './theme/look-window.ts';
export { filledShade, readableShade } from './theme/theme.ts';
export { useMedia } from './theme/use-media.ts';
export { type Undoable, useUndo } from './undo/use-undo.ts';
export { WidgetSlot } from './widgets/widget-slot.tsx';
