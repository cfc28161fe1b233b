import { createStore } from 'zustand/vanilla';

/** Where the settings lie in the browser's storage. They belong to the browser and stay when somebody signs out. */
export const settingsKey = 'settings';

const appearances = ['light', 'dark', 'system'] as const;
/** Light, dark, or as the computer has it. */
export type Appearance = (typeof appearances)[number];

/** What a user may choose of the look. */
export type Settings = {
  readonly appearance: Appearance;
  /** `#rrggbb` */
  readonly primaryColour: string;
  readonly isColourWeak: boolean;
  /** Whether every visited page has a tab and stays as it was left. */
  readonly isMultiTab: boolean;
};

/** As the specification sets out. */
export const defaultSettings: Settings = {
  appearance: 'light',
  primaryColour: '#1890ff',
  isColourWeak: false,
  isMultiTab: true,
};

/** The settings of this browser, and how to change them. */
export function createSettingsStore(storage: Storage) {
  const store = createStore<Settings>(() => readSettings(storage.getItem(settingsKey)));
  return Object.assign(store, {
    change(part: Partial<Settings>): void {
      store.setState(part);
      const settings = store.getState();
      // What is as usual is not kept, so that a changed default reaches those who never chose.
      const chosen = Object.entries(settings).filter(([key, value]) => !isUsual(key, value));
      if (chosen.length === 0) storage.removeItem(settingsKey);
      else storage.setItem(settingsKey, JSON.stringify(Object.fromEntries(chosen)));
    },
    /** Takes over what another tab changed; give it the storage event's key. */
    follow(key: string | null): void {
      if (key === settingsKey) store.setState(readSettings(storage.getItem(settingsKey)));
    },
  });
}

function isUsual(key: string, value: unknown): boolean {
  return Object.entries(defaultSettings).some(([name, usual]) => name === key && usual === value);
}

/** Reads what is kept; what is not of its kind is left at its default. */
export function readSettings(text: string | null): Settings {
  const kept = parsed(text);
  const appearance = appearances.find((known) => known === kept.appearance) ?? defaultSettings.appearance;
  const { primaryColour, isColourWeak, isMultiTab } = kept;
  return {
    appearance,
    primaryColour:
      typeof primaryColour === 'string' && /^#[0-9a-f]{6}$/i.test(primaryColour)
        ? primaryColour
        : defaultSettings.primaryColour,
    isColourWeak: typeof isColourWeak === 'boolean' ? isColourWeak : defaultSettings.isColourWeak,
    isMultiTab: typeof isMultiTab === 'boolean' ? isMultiTab : defaultSettings.isMultiTab,
  };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
