import type { WidgetDefinition } from '../engine/react/index.ts';

/** Every component a page may name, in groups; each lies in its own folder. */
export const widgets: readonly WidgetDefinition[] = [];
