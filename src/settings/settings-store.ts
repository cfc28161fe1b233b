import { createStore } from 'zustand/vanilla';

/** Where the settings lie in the browser's storage. They belong to the browser and stay when somebody signs out. */
export const settingsKey = 'settings';

const appearances = ['light', 'dark', 'system'] as const;
const menuStyles = ['dark', 'light'] as const;
const layouts = ['side', 'top', 'mixed'] as const;
const contentWidths = ['fluid', 'fixed'] as const;
const fontSizes = ['small', 'usual', 'large'] as const;
/** Languages on offer, in the order of their menu. */
export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;

/** Light, dark, or as the computer has it. */
export type Appearance = (typeof appearances)[number];
/** Where the menu stands: at the side, at the top, or its groups at the top and their pages at the side. */
export type MenuLayout = (typeof layouts)[number];
/** A language on offer; what a product has not named in it is Chinese. */
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
  /** Whether everything is shown without colours, as on days of mourning. */
  readonly isGrey: boolean;
  readonly fontSize: (typeof fontSizes)[number];
  /** Whether every visited page has a tab and stays as it was left. */
  readonly isMultiTab: boolean;
  /** Whether every record that is opened has a tab of its own, instead of the one before it of the same page. */
  readonly isRecordTab: boolean;
  readonly language: Language;
};

/** As the specification sets out; a product may have a colour of its own. */
export const specifiedSettings: Settings = {
  appearance: 'light',
  menuStyle: 'dark',
  layout: 'side',
  isHeaderFixed: true,
  isSidebarFixed: true,
  isMenuCollapsed: false,
  contentWidth: 'fluid',
  primaryColour: '#1890ff',
  isColourWeak: false,
  isGrey: false,
  fontSize: 'usual',
  isMultiTab: true,
  isRecordTab: false,
  language: 'zh-CN',
};

/** The settings of this browser, and how to change them; what nobody chose is as usual. */
export function createSettingsStore(storage: Storage, usual: Settings = specifiedSettings) {
  const store = createStore<Settings>(() => readSettings(storage.getItem(settingsKey), usual));
  return Object.assign(store, {
    change(part: Partial<Settings>): void {
      store.setState(part);
      const settings = store.getState();
      // What is as usual is not kept, so that a changed default reaches those who never chose.
      const chosen = Object.entries(settings).filter(([key, value]) => !isUsual(key, value, usual));
      if (chosen.length === 0) storage.removeItem(settingsKey);
      else storage.setItem(settingsKey, JSON.stringify(Object.fromEntries(chosen)));
    },
    /** Takes over what another tab changed; give it the storage event's key. */
    follow(key: string | null): void {
      if (key === settingsKey) store.setState(readSettings(storage.getItem(settingsKey), usual));
    },
  });
}

function isUsual(key: string, value: unknown, usual: Settings): boolean {
  return Object.entries(usual).some(([name, known]) => name === key && known === value);
}

/** Reads what is kept; what is not of its kind is left at its default. */
export function readSettings(text: string | null, usual: Settings = specifiedSettings): Settings {
  const kept = parsed(text);
  const { primaryColour } = kept;
  return {
    appearance: oneOf(appearances, kept.appearance) ?? usual.appearance,
    menuStyle: oneOf(menuStyles, kept.menuStyle) ?? usual.menuStyle,
    layout: oneOf(layouts, kept.layout) ?? usual.layout,
    isHeaderFixed: flag(kept.isHeaderFixed, usual.isHeaderFixed),
    isSidebarFixed: flag(kept.isSidebarFixed, usual.isSidebarFixed),
    isMenuCollapsed: flag(kept.isMenuCollapsed, usual.isMenuCollapsed),
    contentWidth: oneOf(contentWidths, kept.contentWidth) ?? usual.contentWidth,
    primaryColour: isColour(primaryColour) ? primaryColour : usual.primaryColour,
    isColourWeak: flag(kept.isColourWeak, usual.isColourWeak),
    isGrey: flag(kept.isGrey, usual.isGrey),
    fontSize: oneOf(fontSizes, kept.fontSize) ?? usual.fontSize,
    isMultiTab: flag(kept.isMultiTab, usual.isMultiTab),
    isRecordTab: flag(kept.isRecordTab, usual.isRecordTab),
    language: oneOf(languages, kept.language) ?? usual.language,
  };
}

/** `#rrggbb` */
export function isColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
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
