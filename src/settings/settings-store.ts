import { createStore } from 'zustand/vanilla';

/** Where the settings lie in the browser's storage. They belong to the browser and stay when somebody signs out. */
export const settingsKey = 'settings';

const appearances = ['light', 'dark', 'system'] as const;
const menuStyles = ['dark', 'light'] as const;
const layouts = ['side', 'top', 'mixed'] as const;
const contentWidths = ['fluid', 'fixed'] as const;
/** Languages on offer, in the order of their menu. */
export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;

/** Light, dark, or as the computer has it. */
export type Appearance = (typeof appearances)[number];
/** Where the menu stands: at the side, at the top, or its groups at the top and their pages at the side. */
export type MenuLayout = (typeof layouts)[number];
/** A language on offer; the product's own sentences are Chinese in each of them. */
export type Language = (typeof languages)[number];

/** What a user may choose of the look. */
export type Settings = {
  readonly appearance: Appearance;
  /** Ground of the menu. */
  readonly menuStyle: (typeof menuStyles)[number];
  readonly layout: MenuLayout;
  /** Whether the header stays at the top of the window while the page is scrolled. */
  readonly isHeaderFixed: boolean;
  /** Whether the side menu stays where it is while the page is scrolled. */
  readonly isSidebarFixed: boolean;
  readonly isMenuCollapsed: boolean;
  /** Whether pages take all of the window, or a column in its middle. */
  readonly contentWidth: (typeof contentWidths)[number];
  /** `#rrggbb` */
  readonly primaryColour: string;
  readonly isColourWeak: boolean;
  /** Whether every visited page has a tab and stays as it was left. */
  readonly isMultiTab: boolean;
  readonly language: Language;
};

/** As the specification sets out. */
export const defaultSettings: Settings = {
  appearance: 'light',
  menuStyle: 'dark',
  layout: 'side',
  isHeaderFixed: true,
  isSidebarFixed: true,
  isMenuCollapsed: false,
  contentWidth: 'fluid',
  primaryColour: '#1890ff',
  isColourWeak: false,
  isMultiTab: true,
  language: 'zh-CN',
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
  const { primaryColour } = kept;
  const isColour = typeof primaryColour === 'string' && /^#[0-9a-f]{6}$/i.test(primaryColour);
  return {
    appearance: oneOf(appearances, kept.appearance) ?? defaultSettings.appearance,
    menuStyle: oneOf(menuStyles, kept.menuStyle) ?? defaultSettings.menuStyle,
    layout: oneOf(layouts, kept.layout) ?? defaultSettings.layout,
    isHeaderFixed: flag(kept.isHeaderFixed, defaultSettings.isHeaderFixed),
    isSidebarFixed: flag(kept.isSidebarFixed, defaultSettings.isSidebarFixed),
    isMenuCollapsed: flag(kept.isMenuCollapsed, defaultSettings.isMenuCollapsed),
    contentWidth: oneOf(contentWidths, kept.contentWidth) ?? defaultSettings.contentWidth,
    primaryColour: isColour ? primaryColour : defaultSettings.primaryColour,
    isColourWeak: flag(kept.isColourWeak, defaultSettings.isColourWeak),
    isMultiTab: flag(kept.isMultiTab, defaultSettings.isMultiTab),
    language: oneOf(languages, kept.language) ?? defaultSettings.language,
  };
}

function oneOf<Choice>(choices: readonly Choice[], kept: unknown): Choice | undefined {
  return choices.find((choice) => choice === kept);
}

function flag(kept: unknown, usual: boolean): boolean {
  return typeof kept === 'boolean' ? kept : usual;
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
