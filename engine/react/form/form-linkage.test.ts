import { describe, expect, it } from 'vitest';
import { opened, session, typeInto } from './invoice.testing.ts';
import { sectionOfPlace } from './session/form-places.ts';

describe('conditions of a field', () => {
  const fields = [
    'title',
    'kind',
    { key: 'reason', visibleWhen: "form.kind == 'a'", requiredWhen: "form.kind == 'a'" },
  ];

  it('keep a hidden field out of the checks and the body', () => {
    const { form } = session(fields);
    typeInto(form, { title: 't', reason: 'r' });
    expect(form.checkAll()).toEqual([]);
    expect(form.body()).toEqual({ title: 't' });
  });

  it('make it required where they say so', () => {
    const { form } = session(fields);
    typeInto(form, { title: 't', kind: 'a' });
    expect(form.checkAll()).toEqual(['reason']);
    typeInto(form, { reason: 'r' });
    expect(form.checkAll()).toEqual([]);
    expect(form.body()).toEqual({ title: 't', kind: 'a', reason: 'r' });
  });

  it('close a field without taking its value', () => {
    const { form } = session(['kind', { key: 'title', enabledWhen: "form.kind == 'a'" }]);
    expect(form.stateOf('title')).toMatchObject({ enabled: false, visible: true });
    typeInto(form, { kind: 'a' });
    expect(form.stateOf('title').enabled).toBe(true);
  });

  it('leave the last word to the rules', () => {
    const { form } = session(['kind', { key: 'title', visibleWhen: "form.kind == 'a'" }], {
      // biome-ignore lint/suspicious/noThenProperty: the grammar's own name
      rules: [{ key: 'always', when: 'true', then: [{ key: 'shown', set: 'visible', field: 'title', value: true }] }],
    });
    expect(form.stateOf('title').visible).toBe(true);
  });

  it('hide a section with all that is in it', () => {
    const { view, form } = opened({
      sections: [
        { key: 'base', fields: ['kind'] },
        { key: 'more', visibleWhen: "form.kind == 'a'", fields: ['title'] },
      ],
    });
    expect(form.isSectionShown('more')).toBe(false);
    expect(form.checkAll()).toEqual([]);
    typeInto(form, { kind: 'a' });
    expect(form.isSectionShown('more')).toBe(true);
    expect(form.checkAll()).toEqual(['title']);
    expect(form.faultsIn('more')).toBe(1);
    expect(form.faultsIn('base')).toBe(0);
    expect(sectionOfPlace(view, 'title')?.key).toBe('more');
  });
});

describe('worked-out fields', () => {
  const fields = [
    { key: 'share', compute: 'form.half * form.discount / 100' },
    { key: 'half', compute: 'form.budget / 2' },
    'budget',
    { key: 'discount', defaultValue: '50' },
  ];

  it('settle in one pass, whatever order they stand in, and are sent along', () => {
    const { form } = session(fields);
    typeInto(form, { budget: 1001 });
    expect(form.values()).toMatchObject({ half: 501, share: 251, discount: 50 });
    expect(form.body()).toEqual({ budget: 1001, half: 501, share: 251, discount: 50 });
  });

  it('cannot be typed and do not count as typed work', () => {
    const { form } = session(fields);
    expect(form.stateOf('half').enabled).toBe(false);
    expect(form.changedTitles()).toEqual([]);
    typeInto(form, { budget: 1000 });
    expect(form.changedTitles()).toEqual(['预算']);
    form.settle();
    expect(form.changedTitles()).toEqual([]);
  });

  it('that read each other in a circle do not hang the form', () => {
    const { form } = session([
      { key: 'half', compute: 'form.share + 1' },
      { key: 'share', compute: 'form.half + 1' },
      'title',
    ]);
    typeInto(form, { title: 't' });
    expect(form.body()).toMatchObject({ title: 't' });
  });

  it('of a change that was only opened send nothing', () => {
    const record = { id: 'i1', version: 1, budget: 100, half: 7 };
    const { form } = opened(
      { sections: [{ key: 'base', fields: ['budget', { key: 'half', compute: 'form.budget / 2' }] }] },
      record,
    );
    expect(form.body()).toBeUndefined();
    typeInto(form, { budget: 200 });
    expect(form.body()).toMatchObject({ budget: 200, half: 100, was: { budget: 100, half: 7 } });
  });
});

describe('what cannot be compiled', () => {
  it('shows its fault and leaves the rest of the form alone', () => {
    const { view, form } = session(['title', { key: 'kind', visibleWhen: 'form. ==' }, 'bogus']);
    expect(view.sections[0]?.items.map(({ kind, key }) => [kind, key])).toEqual([
      ['field', 'title'],
      ['fault', 'kind'],
      ['fault', 'bogus'],
    ]);
    typeInto(form, { title: 't', kind: 'x' });
    expect(form.body()).toEqual({ title: 't' });
  });

  it('among the rules is named', () => {
    const effects = [{ key: 'x', set: 'visible' as const, field: 'title', value: true }];
    // biome-ignore lint/suspicious/noThenProperty: the grammar's own name
    const rules = [{ key: 'bad', when: '((', then: effects }];
    expect(session(['title'], { rules }).view.faults[0]).toContain('bad');
  });
});
