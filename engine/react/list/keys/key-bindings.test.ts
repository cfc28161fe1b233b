import { describe, expect, it } from 'vitest';
import { bindingOf, type KeyPress } from './key-bindings.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  ...more,
});
const command = (key: string, isOnRow = true, more: Partial<KeyPress> = {}) =>
  bindingOf(press(key, more), isOnRow)?.command;

describe('the keys of a list', () => {
  it('mean the same small and large', () => {
    expect(command('j')).toBe('next');
    expect(command('J')).toBe('next');
    expect(command('?', false, { shiftKey: true })).toBe('help');
  });

  it('are silent with other keys held, and when somebody else took them', () => {
    expect(command('n', true, { ctrlKey: true })).toBeUndefined();
    expect(command('e', true, { shiftKey: true })).toBeUndefined();
    expect(command('ArrowDown', true, { defaultPrevented: true })).toBeUndefined();
  });

  it('leave a row its own, and the page what is not of rows', () => {
    for (const key of ['Enter', ' ', 'x', 'e', 'PageDown', 'Escape', 'Home'])
      expect(command(key, false)).toBeUndefined();
    expect(command('/', false)).toBe('search');
    expect(command('ArrowDown', false)).toBe('next');
  });

  it('repeat only where one goes on', () => {
    expect(command('j', true, { repeat: true })).toBe('next');
    expect(command('n', true, { repeat: true })).toBeUndefined();
  });
});
