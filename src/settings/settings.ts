import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useMedia } from '../../engine/react/index.ts';
import { createSettingsStore, type Settings } from './settings-store.ts';

/** The settings of this browser. */
export const settings = createSettingsStore(window.localStorage);

/** The settings, as they change. */
export function useSettings(): Settings {
  return useStore(settings);
}

/** Takes over what other tabs of this browser change. */
export function useSettingsOfOtherTabs(): void {
  useEffect(() => {
    const follow = (event: StorageEvent) => settings.follow(event.key);
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
}

/** Whether the product is to be dark now. */
export function useIsDark(): boolean {
  const { appearance } = useSettings();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return appearance === 'system' ? isSystemDark : appearance === 'dark';
}
