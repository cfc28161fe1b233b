import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useMedia } from '../../engine/react/index.ts';
import { pageMeta } from '../page-meta/page-meta.ts';
import { createSettingsStore, isColour, type Settings, specifiedSettings } from './settings-store.ts';

const colour = pageMeta('app-colour');

/** What is usual here, in the colour of the product where it has one. */
export const defaultSettings: Settings = isColour(colour)
  ? { ...specifiedSettings, primaryColour: colour }
  : specifiedSettings;

/** The settings of this browser. */
export const settings = createSettingsStore(window.localStorage, defaultSettings);

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
