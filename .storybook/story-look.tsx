import { App } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { type ReactNode, useSyncExternalStore } from 'react';
import { EngineLook } from '../engine/react/index.ts';
import { settings } from '../src/settings/settings.ts';

/** How stories look. */
export type Look = 'light' | 'dark';

let shown: Look = 'light';
const watchers = new Set<() => void>();

/** Shows the story in a look, in whatever state it is; stories of the shell take theirs from the settings, as the app does. */
export function showIn(look: Look): void {
  settings.change({ appearance: look });
  shown = look;
  for (const watcher of watchers) watcher();
}

/** The look around a story. */
export function StoryLook({ children }: { readonly children: ReactNode }) {
  const look = useSyncExternalStore(watch, () => shown);
  return (
    // Without motion: pictures and tests show the end of every change, not its middle.
    <EngineLook locale={zhCN} isDark={look === 'dark'} hasMotion={false}>
      <App>{children}</App>
    </EngineLook>
  );
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
