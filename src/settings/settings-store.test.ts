import { expect, it } from 'vitest';
import { createSettingsStore, readSettings, settingsKey, specifiedSettings } from './settings-store.ts';

function memory(kept: Readonly<Record<string, string>> = {}): Storage {
  const values = new Map(Object.entries(kept));
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

it('keeps what was chosen and finds it again', () => {
  const storage = memory();
  createSettingsStore(storage).change({ appearance: 'dark', primaryColour: '#722ed1' });
  expect(createSettingsStore(storage).getState()).toEqual({
    ...specifiedSettings,
    appearance: 'dark',
    primaryColour: '#722ed1',
  });
});

it('keeps nothing of what is as usual', () => {
  const storage = memory();
  const store = createSettingsStore(storage);
  store.change({ isColourWeak: true });
  expect(storage.getItem(settingsKey)).toBe('{"isColourWeak":true}');
  store.change(specifiedSettings);
  expect(storage.length).toBe(0);
});

it.each([
  'no JSON',
  'null',
  '[]',
  '7',
  '{"appearance":"neon","primaryColour":"red;}","isColourWeak":"yes"}',
  '{"primaryColour":"#12345g"}',
  '{"layout":"bottom","menuStyle":1,"contentWidth":null,"language":"fr-FR","isHeaderFixed":0}',
])('takes the defaults for what is not of its kind: %s', (text) => {
  expect(readSettings(text)).toEqual(specifiedSettings);
});

it('follows another tab, and only its own key', () => {
  const storage = memory();
  const store = createSettingsStore(storage);
  storage.setItem(settingsKey, '{"appearance":"system"}');
  store.follow('token');
  expect(store.getState().appearance).toBe('light');
  store.follow(settingsKey);
  expect(store.getState().appearance).toBe('system');
});

it('begins as the specification sets out', () => {
  expect(readSettings(null)).toMatchObject({
    menuStyle: 'dark',
    layout: 'side',
    contentWidth: 'fluid',
    isHeaderFixed: true,
    isSidebarFixed: true,
    primaryColour: '#1890ff',
    isColourWeak: false,
    isMultiTab: true,
    isRecordTab: false,
    language: 'zh-CN',
  });
});

it('begins with the colour of the product, which is not kept as if it had been chosen', () => {
  const storage = memory();
  const own = { ...specifiedSettings, primaryColour: '#389e0d' };
  const store = createSettingsStore(storage, own);
  expect(store.getState().primaryColour).toBe('#389e0d');
  store.change({ primaryColour: specifiedSettings.primaryColour });
  expect(createSettingsStore(storage, own).getState().primaryColour).toBe(specifiedSettings.primaryColour);
  store.change(own);
  expect(storage.getItem(settingsKey)).toBeNull();
});
