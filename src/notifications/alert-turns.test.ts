import { describe, expect, it } from 'vitest';
import { timeToWait } from '../parts/use-interval.ts';
import { memoryStorage } from '../session/testing-storage.ts';
import { AlertTurns } from './alert-turns.ts';

describe('the turns of alerts', () => {
  it('hold over a reload and in other windows, for each person and key by itself', () => {
    const storage = memoryStorage();
    new AlertTurns('u1', storage).of('1').keep(1000);
    const anew = new AlertTurns('u1', storage);
    expect(anew.of('1').last()).toBe(1000);
    expect(anew.of('2').last()).toBeUndefined();
    expect(new AlertTurns('u2', storage).of('1').last()).toBeUndefined();
    new AlertTurns('u1', storage).of('2').keep(2000);
    expect(anew.of('1').last()).toBe(1000);
    expect(anew.of('2').last()).toBe(2000);
  });

  it('know what was closed, of the latest only', () => {
    const storage = memoryStorage();
    const turns = new AlertTurns('u1', storage);
    for (let id = 0; id < 25; id++) turns.close(`n${id}`);
    const anew = new AlertTurns('u1', storage);
    expect(anew.isClosed('n24')).toBe(true);
    expect(anew.isClosed('n5')).toBe(true);
    expect(anew.isClosed('n4')).toBe(false);
  });

  it('hold for this window where the storage is forbidden, and read nothing unreadable', () => {
    const forbidden = {
      getItem: () => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('forbidden');
      },
    };
    const turns = new AlertTurns('u1', forbidden);
    turns.of('3').keep(7);
    turns.close('n1');
    expect(turns.of('3').last()).toBe(7);
    expect(turns.isClosed('n1')).toBe(true);
    for (const text of ['{', '[]', 'null', '{"turns":{"1":"x"},"closed":[1]}']) {
      const storage = memoryStorage();
      storage.setItem('alerts.u1', text);
      expect(new AlertTurns('u1', storage).of('1').last()).toBeUndefined();
      expect(new AlertTurns('u1', storage).isClosed('1')).toBe(false);
    }
  });
});

describe('the time until a turn', () => {
  it('is what is left of the interval, and none for the first or after a clock was put back', () => {
    expect(timeToWait(undefined, 600, 5000)).toBe(0);
    expect(timeToWait(5000, 600, 5200)).toBe(400);
    expect(timeToWait(5000, 600, 5600)).toBe(0);
    expect(timeToWait(5000, 600, 9000)).toBe(0);
    expect(timeToWait(5000, 600, 4999)).toBe(0);
  });
});
