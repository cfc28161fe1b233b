// The door of the engine's interface.

export { WhyDrawer, type WhySubject } from './access/why-drawer.tsx';
export { ActionRegistry, type OfferedAction } from './actions/action-registry.ts';
export { copyText } from './copy/copy-text.ts';
export {
  type DialRequest,
  type EngineHost,
  EngineProvider,
  type EngineUser,
  type ImpersonationSession,
  type UnsavedWork,
  type UsedAction,
  useEngine,
  useText,
} from './engine-context.tsx';
export { EngineLook } from './engine-look.tsx';
export { ErrorBoundary } from './faults/error-boundary.tsx';
export { FaultBlock, InlineFault, Notice } from './faults/fault-block.tsx';
export { useUploads } from './fields/file/use-uploads.ts';
export { HtmlText } from './fields/html-text.tsx';
export { RecordPicker } from './fields/record-picker.tsx';
export { formatMeasure, formatMoney, formatNumber, formatSeconds } from './format.ts';
export { setFormats, writtenDay } from './formats.ts';
export { PageHeader } from './page/page-header.tsx';
export { PageLink } from './page/page-link.tsx';
export { PageSkeleton } from './page/page-skeleton.tsx';
export { SchemaPage } from './page/schema-page.tsx';
export { lazyPartWith } from './parts/lazy-part-with.tsx';
export { TaskStore } from './tasks/task-store.ts';
export { TasksButton } from './tasks/tasks-button.tsx';
export { useFollowTask } from './tasks/use-tasks.ts';
export { engineTexts, type HostText, type TextKey } from './text.ts';
export { filledShade, readableShade } from './theme.ts';
export { formatMoment } from './time.ts';
export { useMedia } from './use-media.ts';
export type { WidgetDefinition, WidgetInput, WidgetOperation, WidgetProps } from './widgets/widget-definition.ts';
export { WidgetSlot } from './widgets/widget-slot.tsx';
