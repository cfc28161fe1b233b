import { expect, it } from 'vitest';
import { markOf } from './call-mark.ts';

const action = { key: 'advance' } as const;
const at = (version: number) => ({ action, target: { kind: 'record', record: { id: 'a', version } } }) as const;

it('takes the second click on a record as it was for the second of a double one, and no click on what it has become', () => {
  expect(markOf(at(3))).toBe(markOf(at(3)));
  expect(markOf(at(4))).not.toBe(markOf(at(3)));
});

it('tells other places of a moved card, other records and other rows apart', () => {
  const moved = (stage: string) => markOf({ ...at(3), changed: { was: {}, now: { stage } } });
  expect(moved('won')).not.toBe(moved('lost'));
  const rows = (...ids: readonly string[]) =>
    markOf({ action, target: { kind: 'rows', records: ids.map((id) => ({ id, version: 1 })) } });
  expect(new Set([rows('a'), rows('a', 'b'), markOf({ action, target: { kind: 'none' } })]).size).toBe(3);
});
