import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import { formerKeyFaults, indexOfKey, keyOfItem } from './former-keys.ts';

describe('keys of items', () => {
  it('are the key of an object and plain text itself', () => {
    expect([{ key: 'owner' }, 'name', { title: 'x' }, 7, null, ['a']].map(keyOfItem)).toEqual([
      'owner',
      'name',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are found before former keys', () => {
    const items = [{ key: 'keeper', formerKeys: ['owner'] }, { key: 'owner' }, 'name'];
    expect(indexOfKey(items, 'owner')).toBe(1);
    expect(indexOfKey(items, 'name')).toBe(2);
    expect(indexOfKey(items.slice(0, 1), 'owner')).toBe(0);
    expect(indexOfKey(items, 'stage')).toBe(-1);
  });
});

describe('former keys', () => {
  it('are accepted when no sibling bears or claims them', () => {
    expect(
      formerKeyFaults({
        columns: [{ key: 'keeper', formerKeys: ['owner', 'holder'] }, { key: 'name' }],
        row: [{ key: 'owner' }],
      }),
    ).toEqual([]);
  });

  it('are refused when a sibling, or the item itself, bears them', () => {
    const json = { columns: [{ key: 'keeper', formerKeys: ['keeper'] }, { key: 'b', formerKeys: ['name'] }, 'name'] };
    expect(formerKeyFaults(json).map(({ code, pointer, got }) => [code, pointer, got])).toEqual([
      ['E_SCHEMA_DUPLICATE', '/columns/0/formerKeys/0', 'keeper'],
      ['E_SCHEMA_DUPLICATE', '/columns/1/formerKeys/0', 'name'],
    ]);
  });

  it('are refused when claimed twice, in the words of the reader', () => {
    const json = {
      forms: {
        'a/b': {
          fields: [
            { key: 'x', formerKeys: ['old'] },
            { key: 'y', formerKeys: ['older', 'old'] },
          ],
        },
      },
    };
    const [fault, ...others] = formerKeyFaults(json);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ pointer: '/forms/a~1b/fields/1/formerKeys/1', got: 'old' });
    if (fault === undefined) return;
    expect(faultMessage(fault, 'zh')).toBe('“old”重复，曾用键不能是同级现有的键，也不能出现两次');
    expect(faultMessage(fault, 'en')).toBe(
      '"old" is a duplicate, a former key is neither the key of a sibling nor claimed twice',
    );
  });

  it('are looked for in anything, however deep', () => {
    for (const json of [null, 3, 'x', [[{ key: 1, formerKeys: 7 }]]]) expect(formerKeyFaults(json)).toEqual([]);
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(formerKeyFaults(deep)).toEqual([]);
  });
});
