import { describe, expect, it } from 'vitest';
import type { NoticeAnswer } from '../../contract/notices.ts';
import { found, grouped, nearDay, urgent } from './notice-groups.ts';
import { preferencesOf, usualPreferences } from './notice-preferences.ts';
import { isQuiet, nextReturn, snoozedUntil } from './notice-times.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const notice = (id: string, type: string, time: string, title = id): NoticeAnswer => ({
  id,
  type,
  title,
  content: `内容 ${id}`,
  createTime: new Date(at(time)).toISOString(),
  stage: '1',
  place: null,
});

const notices = [
  notice('a', '10', '2026-11-25T09:00', '投诉 GD01'),
  notice('b', '15', '2026-11-25T08:30'),
  notice('c', '10', '2026-11-25T00:00'),
  // Before midnight in Shanghai, though it is the same day elsewhere.
  notice('d', '10', '2026-11-24T23:59'),
];

describe('the notices', () => {
  it('are grouped by the day in Shanghai and within it by kind', () => {
    const ids = grouped(notices).map(({ day, groups }) => [
      day,
      groups.map(({ type, notices: those }) => [type, those.map(({ id }) => id)]),
    ]);
    expect(ids).toEqual([
      [
        '2026-11-25',
        [
          ['10', ['a', 'c']],
          ['15', ['b']],
        ],
      ],
      ['2026-11-24', [['10', ['d']]]],
    ]);
    expect(nearDay('2026-11-25', at('2026-11-25T00:00'))).toBe('today');
    expect(nearDay('2026-11-24', at('2026-11-25T23:00'))).toBe('yesterday');
    expect(nearDay('2026-11-23', at('2026-11-25T23:00'))).toBeUndefined();
  });

  it('are found by kind and by every word in title or content', () => {
    const ids = (words: string, type?: string) => found(notices, { words, type }).map(({ id }) => id);
    expect(ids('')).toEqual(['a', 'b', 'c', 'd']);
    expect(ids('gd01 内容')).toEqual(['a']);
    expect(ids('gd01 没有')).toEqual([]);
    expect(ids(' 内容 ', '15')).toEqual(['b']);
  });

  it('ask for attention unless their kind is muted or they are put off', () => {
    const now = at('2026-11-25T10:00');
    const chosen = { ...usualPreferences, muted: ['15'], snoozed: { a: now + 1, c: now } };
    expect(urgent(notices, chosen, now).map(({ id }) => id)).toEqual(['c', 'd']);
    expect(nextReturn(chosen, now)).toBe(1);
    expect(nextReturn(chosen, now + 1)).toBeUndefined();
  });
});

describe('times', () => {
  it('put off for an hour, or until nine of the next morning in Shanghai', () => {
    expect(snoozedUntil('hour', at('2026-11-25T10:20'))).toBe(at('2026-11-25T11:20'));
    expect(snoozedUntil('morning', at('2026-11-25T00:10'))).toBe(at('2026-11-26T09:00'));
    expect(snoozedUntil('morning', at('2026-12-31T23:50'))).toBe(at('2027-01-01T09:00'));
  });

  it('are quiet within the hours, over midnight too', () => {
    const night = { from: '20:00', to: '08:00' };
    const noon = { from: '12:00', to: '13:30' };
    const quiet = (hours: typeof night, clock: string) => isQuiet(hours, at(`2026-11-25T${clock}`));
    expect(['19:59', '20:00', '23:59', '00:00', '07:59', '08:00'].map((clock) => quiet(night, clock))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(['11:59', '12:00', '13:29', '13:30'].map((clock) => quiet(noon, clock))).toEqual([false, true, true, false]);
    expect(quiet({ from: '08:00', to: '08:00' }, '08:00')).toBe(false);
    expect(isQuiet(null, at('2026-11-25T03:00'))).toBe(false);
  });
});

describe('what was chosen', () => {
  it('is read as far as it can be', () => {
    expect(preferencesOf(null)).toEqual(usualPreferences);
    expect(
      preferencesOf({ muted: ['10', 1], snoozed: { a: 5, b: 'x' }, quiet: { from: '25:00', to: '08:00' } }),
    ).toEqual({
      muted: ['10'],
      snoozed: { a: 5 },
      quiet: null,
      isInBrowser: false,
    });
    const whole = { muted: [], snoozed: {}, quiet: { from: '20:00', to: '08:00' }, isInBrowser: true };
    expect(preferencesOf(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });
});
