import { describe, expect, it } from 'vitest';
import type { EntityDocument, ListPage } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, type ViewContext, viewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { typeInto } from '../invoice.testing.ts';
import { sectionSchema } from './form-schema.ts';
import { FormSession } from './form-session.ts';
import type { FormMode } from './values/form-mode.ts';

type FormDocument = NonNullable<ListPage['forms']>[string];

const document: EntityDocument = {
  schemaVersion: 2,
  name: 'book',
  title: '图书',
  label: 'title',
  operations: ['create', 'modify'],
  fields: [
    { key: 'title', title: '书名', type: 'string', required: true, maxLength: 10 },
    { key: 'category', title: '分类', type: 'enum', dictionary: 'category', required: true, defaultValue: "'history'" },
    { key: 'price', title: '定价', type: 'money', min: 0 },
    { key: 'rare', title: '善本', type: 'bool', defaultValue: 'false' },
    { key: 'lent', title: '已借出', type: 'bool', required: true },
    { key: 'donorMobile', title: '捐赠人手机', type: 'mobile', mask: 'mobile', required: true },
    { key: 'topicIds', title: '主题', type: 'refs', ref: 'topic' },
    { key: 'seriesId', title: '丛书', type: 'ref', ref: 'series' },
    { key: 'state', title: '状态', type: 'string', readonly: true },
  ],
};

const context: ViewContext = viewContext({
  page: {
    schemaVersion: 2,
    name: 'x',
    path: '/x',
    title: 'x',
    kind: 'dashboard',
    scope: 'all',
    cards: [{ key: 'a', kind: 'figure', title: 'a', dataset: 'a', measure: 'a' }],
  },
  entities: [document],
  dictionaries: [
    {
      schemaVersion: 2,
      name: 'category',
      title: '分类',
      values: [
        { key: 'history', title: '历史' },
        { key: 'children', title: '少儿' },
      ],
    },
  ],
  datasets: [],
  faults: [],
  hash: '',
});

const fields = ['title', 'category', 'price', 'rare', 'lent', 'donorMobile', 'topicIds', 'seriesId', 'state'];

function session(
  mode: FormMode,
  record?: WireRecord,
  rules: FormDocument['rules'] = [],
  given: Readonly<Record<string, string>> = {},
) {
  const form: FormDocument = { sections: [{ key: 'title', fields }], rules };
  const view = formView(form, entityModel(document), { inputs: [], title: '图书', context });
  return new FormSession({
    view,
    mode,
    record,
    context,
    given,
    scope: (values) => ({ form: values, ...(record === undefined ? {} : { record }) }),
  });
}

const stored: WireRecord = {
  id: 'b1',
  version: 7,
  title: '园冶',
  category: 'history',
  price: 2800,
  rare: false,
  lent: false,
  donorMobile: '138****5678',
  topicIds: ['t1'],
  state: 'shelved',
};

describe('body of a new record', () => {
  it('holds declared defaults and typed values in their stored form, and nothing empty', () => {
    const form = session('create');
    typeInto(form, { title: '  山海经 ', donorMobile: '+86 138-0013-8000', topicIds: [], price: null });
    expect(form.body()).toEqual({
      title: '山海经',
      category: 'history',
      rare: false,
      lent: false,
      donorMobile: '13800138000',
    });
  });

  it('says no where a switch that stands off must say which', () => {
    expect(session('create').body()).toMatchObject({ lent: false });
  });

  it('starts with the texts and references somebody came with: not with choices, kept fields or what the form does not have', () => {
    const given = { donorMobile: '13900000002', category: 'children', state: 'lost', id: 'x', __proto__: 'y' };
    expect(session('create', undefined, [], given).body()).toEqual({
      ...{ category: 'history', rare: false, lent: false, donorMobile: '13900000002' },
    });
    expect(session('modify', stored, [], given).body()).toBeUndefined();
    const seriesId = '0190f0a0-0000-7000-8000-000000000001';
    expect(session('create', undefined, [], { ...given, seriesId }).body()).toMatchObject({ seriesId });
    expect(session('create', undefined, [], { ...given, seriesId: 'x' }).body()).not.toHaveProperty('seriesId');
  });

  it('holds no field that the system keeps', () => {
    const form = session('create');
    typeInto(form, { state: 'lost' });
    expect(form.body()).not.toHaveProperty('state');
  });
});

describe('body of a change', () => {
  it('holds id, version, the changed fields and what they were', () => {
    const form = session('modify', stored);
    typeInto(form, { title: '园冶注释', topicIds: ['t1'] });
    expect(form.body()).toEqual({ id: 'b1', version: 7, was: { title: '园冶' }, title: '园冶注释' });
  });

  it('is absent when nothing changed, also when a value went there and back', () => {
    const form = session('modify', stored);
    typeInto(form, { title: 'x' });
    typeInto(form, { title: '园冶' });
    expect(form.body()).toBeUndefined();
    expect(form.changedTitles()).toEqual([]);
  });

  it("leaves a stored value alone that today's rules would refuse", () => {
    const form = session('modify', { ...stored, category: 'scrolls' });
    expect(form.checkAll()).toEqual([]);
    typeInto(form, { title: '园冶注释' });
    expect(form.body()).toMatchObject({ title: '园冶注释' });
    expect(form.body()).not.toHaveProperty('category');
  });

  it('empties a field with null', () => {
    const form = session('modify', stored);
    typeInto(form, { price: null });
    expect(form.body()).toMatchObject({ price: null, was: { price: 2800 } });
  });

  it('sends a masked value only when it was typed anew, and never as what it was', () => {
    const form = session('modify', stored);
    expect(form.values().donorMobile).toBeUndefined();
    expect(form.masked.get('donorMobile')).toBe('138****5678');
    typeInto(form, { donorMobile: '13900139000' });
    expect(form.body()).toEqual({ id: 'b1', version: 7, was: {}, donorMobile: '13900139000' });
  });

  it('goes on from what others stored with what was typed, or with theirs', () => {
    const detail = { code: 'E_VERSION', version: 9, fields: [{ key: 'title', title: '书名', stored: '园冶图说' }] };
    const mine = session('modify', stored);
    typeInto(mine, { title: '园冶注释', price: 900 });
    mine.resolve(detail, new Set());
    expect(mine.body()).toMatchObject({ version: 9, title: '园冶注释', price: 900, was: { title: '园冶图说' } });
    const theirs = session('modify', stored);
    typeInto(theirs, { title: '园冶注释', price: 900 });
    theirs.resolve(detail, new Set(['title']));
    expect(theirs.values().title).toBe('园冶图说');
    expect(theirs.body()).toMatchObject({ version: 9, price: 900 });
    expect(theirs.body()).not.toHaveProperty('title');
    expect(theirs.changedTitles()).not.toContain('书名');
  });

  it('takes a masked value of others as the mask it came in', () => {
    const form = session('modify', stored);
    typeInto(form, { donorMobile: '13900139000' });
    const fields = [{ key: 'donorMobile', title: '手机', stored: '137****0001' }];
    form.resolve({ code: 'E_VERSION', version: 9, fields }, new Set(['donorMobile']));
    expect(form.masked.get('donorMobile')).toBe('137****0001');
    expect(form.body()).toBeUndefined();
  });
});

describe('rules of a form', () => {
  const rules: FormDocument['rules'] = [
    {
      key: 'rare',
      when: 'form.rare == true',
      // biome-ignore lint/suspicious/noThenProperty: the grammar's own name
      then: [{ key: 'priceVisible', set: 'visible', field: 'price', value: true }],
    },
  ];

  it('keep a hidden field out of the body and bring it back with its value', () => {
    const form = session('create', undefined, rules);
    typeInto(form, { price: 500 });
    expect(form.stateOf('price').visible).toBe(false);
    expect(form.body()).not.toHaveProperty('price');
    typeInto(form, { rare: true });
    expect(form.body()).toMatchObject({ price: 500 });
  });
});

describe('the schema given to Formily', () => {
  const options = { inputs: [], title: '', context };

  it('holds names only, so that no text of a document can be taken for code', () => {
    const form: FormDocument = {
      title: '{{ alert(1) }}',
      sections: [{ key: 'base', title: '{{ alert(2) }}', fields: [{ key: 'title', title: '{{ alert(3) }}' }] }],
    };
    const view = formView(form, entityModel(document), options);
    const schemas = view.sections.map((section) => sectionSchema(section, session('create')));
    expect(schemas).toHaveLength(1);
    expect(JSON.stringify(schemas)).not.toContain('{{');
  });

  it('has no node for a name that reaches a prototype', () => {
    const view = formView({ sections: [{ key: 'base', fields: ['title'] }] }, entityModel(document), options);
    const [section] = view.sections;
    const [item] = section?.items ?? [];
    if (section === undefined || item === undefined) return expect.fail('no field');
    const hostile = {
      ...section,
      items: [
        { ...item, key: '__proto__' },
        { ...item, key: 'constructor' },
      ],
    };
    const schema = sectionSchema(hostile, session('create'));
    expect(Object.keys(schema.properties ?? {})).toEqual(['_base']);
    expect(JSON.stringify(schema)).not.toContain('constructor');
  });
});
