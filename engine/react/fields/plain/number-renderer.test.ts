import { expect, it } from 'vitest';
import type { EntityField } from '../../../model/documents/index.ts';
import type { ViewContext } from '../../../model/view/index.ts';
import { plainRenderers } from './plain-renderers.ts';

// A number is shown alike whatever surrounds it.
const context: ViewContext = {
  entities: new Map(),
  dictionaries: new Map(),
  datasets: new Map(),
  operations: new Map(),
  faults: [],
  creates: [],
};

it.each<
  [Pick<EntityField, 'unit' | 'grouping'> & { readonly type: 'int' | 'decimal' | 'money' }, number | null, string]
>([
  [{ type: 'int', unit: 'seconds' }, 61, '1分1秒'],
  [{ type: 'int', unit: 'seconds' }, 5400, '1小时30分'],
  [{ type: 'int', unit: 'seconds' }, 0, '0秒'],
  [{ type: 'int', unit: 'minutes' }, 90, '1小时30分'],
  [{ type: 'decimal', unit: 'percent' }, 66.666_67, '66.67%'],
  [{ type: 'int', unit: 'percent' }, 0, '0%'],
  [{ type: 'int' }, 1284, '1,284'],
  [{ type: 'int', grouping: false }, 2026, '2026'],
  [{ type: 'money' }, 128_450, '¥1,284.50'],
  [{ type: 'int', unit: 'seconds' }, null, '—'],
])('shows %j %s as %s', (field, value, shown) => {
  const whole: EntityField = { key: 'figure', title: '数', ...field };
  const record = { id: '1', version: 1, figure: value };
  expect(plainRenderers[field.type].text({ field: whole, path: 'figure', record }, context)).toBe(shown);
});
