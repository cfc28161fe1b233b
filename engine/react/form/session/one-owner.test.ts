import { isField, onFormValuesChange } from '@formily/core';
import { expect, it, vi } from 'vitest';
import { opened, rowsOf } from '../invoice.testing.ts';

const fields = [
  'title',
  'kind',
  'budget',
  { key: 'half', compute: 'form.budget / 2' },
  { key: 'share', compute: 'sum(form.lines, row.amount)' },
  {
    key: 'lines',
    fields: ['name', 'quantity', 'price', { key: 'amount', compute: 'row.quantity * row.price' }],
  },
];

/** A form whose fields are drawn, and what is counted of it. */
function watched() {
  const { form } = opened({ sections: [{ key: 'base', fields }] });
  const { form: drawn } = form.display;
  for (const key of form.fields.keys()) drawn.createField({ name: key });
  const counts = { shown: 0, told: 0 };
  drawn.addEffects('counting', () => {
    onFormValuesChange(() => {
      counts.shown += 1;
    });
  });
  form.subscribe(() => {
    counts.told += 1;
  });
  const write = vi.spyOn(form, 'write');
  const field = (key: string) => {
    const found = drawn.query(key).take();
    if (!isField(found)) throw new TypeError(`no field ${key}`);
    return found;
  };
  return { form, drawn, counts, write, field };
}

it('writes once for a keystroke, shows it once, and hears nothing back', () => {
  const { form, counts, write, field } = watched();
  form.edit('title', '账');
  expect(write.mock.calls).toEqual([[{ title: '账' }, 'typed']]);
  expect(counts).toEqual({ shown: 1, told: 1 });
  expect(field('title').value).toBe('账');
});

it('settles what follows from it in the same write, and shows each field that differs once', () => {
  const { form, counts, write, field } = watched();
  form.edit('budget', 1000);
  expect(write).toHaveBeenCalledTimes(1);
  expect(counts).toEqual({ shown: 2, told: 1 });
  expect([field('budget').value, field('half').value]).toEqual([1000, 500]);
  form.edit('budget', 1000);
  expect(counts).toEqual({ shown: 2, told: 2 });
});

it('lets a cell write its row alone; what sums it up follows', () => {
  const { form, counts, write, field } = watched();
  const rows = rowsOf(form);
  const [row] = rows.snapshot().rows;
  rows.edit(row?.key ?? '', 'price', 300);
  expect(write).not.toHaveBeenCalled();
  expect(counts).toEqual({ shown: 1, told: 1 });
  expect(field('share').value).toBe(300);
});

it('refuses a second writer, and goes on showing what it owns', () => {
  const { form, drawn, field } = watched();
  form.edit('title', '账');
  const refusal = /form field "title" was written into Formily/u;
  expect(() => drawn.setValuesIn('title', '改')).toThrow(refusal);
  expect(() => field('title').setValue('改')).toThrow(refusal);
  expect(() => drawn.setValues({ title: '改' })).toThrow(refusal);
  expect(() => drawn.deleteValuesIn('title')).toThrow(refusal);
  expect([field('title').value, form.values().title, form.body()?.title]).toEqual(['账', '账', '账']);
  form.edit('title', '账单');
  expect(field('title').value).toBe('账单');
});

it('keeps what it owns apart from what is shown', () => {
  const { form, field } = watched();
  const chosen = ['a', 'b'];
  form.edit('kind', chosen);
  field('kind').value.push('c');
  expect([chosen, form.values().kind]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('has no field for a name the form does not have', () => {
  const { form, counts } = watched();
  form.write({ stranger: 1, constructor: 2 }, 'typed');
  expect(form.values()).not.toHaveProperty('stranger');
  expect(Object.hasOwn(form.values(), 'constructor')).toBe(false);
  expect(counts.shown).toBe(0);
});
