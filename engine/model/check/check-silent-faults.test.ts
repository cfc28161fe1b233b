import { describe, expect, it } from 'vitest';
import { type DocumentFile, type LoadOptions, loadDocuments } from '../load/load-documents.ts';

type Json = Readonly<Record<string, unknown>>;

const document = (file: string, json: Json): DocumentFile => ({
  file,
  text: JSON.stringify({ schemaVersion: 2, ...json }),
});

const kinds = document('dictionaries/parcel_state.json', {
  name: 'parcel_state',
  title: '包裹状态',
  values: ['packed', 'sent', 'there'].map((key) => ({ key, title: key })),
});
const person = document('entities/person.json', {
  name: 'person',
  title: '人',
  label: 'name',
  operations: ['query'],
  fields: [{ key: 'name', title: '姓名', type: 'string' }],
});

const fields: readonly Json[] = [
  { key: 'title', title: '标题', type: 'string' },
  { key: 'number', title: '编号', type: 'string' },
  { key: 'weight', title: '重量', type: 'int' },
  { key: 'price', title: '运费', type: 'money' },
  { key: 'note', title: '备注', type: 'text' },
  { key: 'ownerId', title: '寄件人', type: 'ref', ref: 'person' },
  { key: 'state', title: '状态', type: 'enum', dictionary: 'parcel_state', required: true, readonly: true },
];
const transitions: readonly Json[] = [
  { key: 'send', title: '寄出', from: ['packed'], to: 'sent', permission: 'parcel:send' },
  { key: 'arrive', title: '送达', from: ['sent'], to: 'there', permission: 'parcel:arrive' },
];
const states = [{ key: 'way', field: 'state', initial: ['packed'], transitions }];
const parcel = (more: Json = {}): DocumentFile =>
  document('entities/parcel.json', {
    name: 'parcel',
    title: '包裹',
    label: 'title',
    operations: ['query', 'view', 'create', 'modify', 'check'],
    fields: [...fields.with(1, { key: 'number', title: '编号', type: 'string', unique: true })],
    states,
    ...more,
  });

const list = (form: Json, more: Json = {}): DocumentFile =>
  document('pages/parcels.json', {
    name: 'parcels',
    path: '/parcels',
    title: '包裹',
    kind: 'list',
    entity: 'parcel',
    scope: 'all',
    api: { query: '/v1/parcel/query', view: '/v1/parcel/view' },
    columns: [{ key: 'title', field: 'title' }],
    sort: ['-createdAt'],
    row: [{ key: 'edit', title: '编辑', permission: 'parcel:edit', api: '/v1/parcel/modify', form: 'edit' }],
    forms: { edit: form },
    ...more,
  });
const section = (...items: readonly unknown[]): Json => ({ key: 'base', title: '基本', fields: items });
const form = (...items: readonly unknown[]): Json => ({ sections: [section(...items)] });

const role = (more: Json = {}): DocumentFile =>
  document('roles/clerk.json', {
    code: 'clerk',
    title: '职员',
    dataScope: 'all',
    menus: [],
    permissions: ['parcel:*'],
    ...more,
  });

const told = (files: readonly DocumentFile[], options: LoadOptions = {}) =>
  loadDocuments([kinds, person, ...files], options).faults.map(
    ({ file, pointer, code }) => `${file}#${pointer} ${code}`,
  );

const all = [parcel(), list(form('title')), role()];

it('finds nothing wrong with documents that are right', () => {
  expect(told(all)).toEqual([]);
});

describe('linkage that waits for itself', () => {
  const at = 'pages/parcels.json#/forms/edit/sections/0';
  it.each([
    [
      'fields that show each other',
      form({ key: 'title', visibleWhen: 'form.note != null' }, { key: 'note', visibleWhen: 'form.title != null' }),
      `${at}/fields/0/visibleWhen`,
    ],
    [
      'a field that shows itself',
      form({ key: 'title', visibleWhen: 'form.title != null' }),
      `${at}/fields/0/visibleWhen`,
    ],
    [
      'fields that open each other',
      form({ key: 'title', enabledWhen: 'form.note == null' }, { key: 'note', enabledWhen: 'form.title == null' }),
      `${at}/fields/0/enabledWhen`,
    ],
    [
      'a section that is shown by its own field',
      { sections: [{ ...section('title'), visibleWhen: 'form.title != null' }] },
      `${at}/visibleWhen`,
    ],
    [
      'a rule that hides what it reads',
      {
        ...form('title', 'note'),
        rules: [
          {
            key: 'hide',
            when: 'form.note != null',
            // biome-ignore lint/suspicious/noThenProperty: the grammar's own name
            then: [{ key: 'a', set: 'visible', field: 'note', value: false }],
          },
        ],
      },
      'pages/parcels.json#/forms/edit/rules/0/when',
    ],
    [
      'what is worked out from what it shows',
      form({ key: 'price', compute: 'form.weight * 100' }, { key: 'weight', visibleWhen: 'form.price > 5' }),
      `${at}/fields/0/compute`,
    ],
  ])('refuses %s', (_, edit, place) => {
    expect(told([parcel(), list(edit), role()])).toEqual([`${place} E_SCHEMA_CONFLICT`]);
  });

  it('takes fields of which one is required, whichever', () => {
    const either = form(
      { key: 'title', requiredWhen: 'form.note == null' },
      { key: 'note', requiredWhen: 'form.title == null' },
    );
    expect(told([parcel(), list(either), role()])).toEqual([]);
  });
});

describe('what can never happen', () => {
  it('refuses a default beside a value that is worked out', () => {
    const edit = form({ key: 'price', compute: 'form.weight * 100', defaultValue: '5' }, 'weight');
    const add = { key: 'add', title: '新增', permission: 'parcel:add', api: '/v1/parcel/create', form: 'edit' };
    expect(told([parcel(), list(edit, { toolbar: [add] }), role()])).toEqual([
      'pages/parcels.json#/forms/edit/sections/0/fields/0/defaultValue E_SCHEMA_CONFLICT',
    ]);
  });

  it('refuses a default in a form that only changes records, and takes it where the form also creates', () => {
    const edit = form({ key: 'weight', defaultValue: '1' });
    const add = { key: 'add', title: '新增', permission: 'parcel:add', api: '/v1/parcel/create', form: 'edit' };
    expect(told([parcel(), list(edit), role()])).toEqual([
      'pages/parcels.json#/forms/edit/sections/0/fields/0/defaultValue E_SCHEMA_CONFLICT',
    ]);
    expect(told([parcel(), list(edit, { toolbar: [add] }), role()])).toEqual([]);
  });

  it('refuses a default of a numbered field', () => {
    const number = { key: 'number', title: '编号', type: 'string', unique: true, defaultValue: "'x'" };
    const numbered = { ...number, sequence: { prefix: 'P', per: 'day', digits: 4 } };
    expect(told([parcel({ fields: fields.with(1, numbered) }), list(form('title')), role()])).toEqual([
      'entities/parcel.json#/fields/1/defaultValue E_SCHEMA_CONFLICT',
    ]);
  });

  it.each([
    ["record.state == 'there'"],
    ["record.weight > 0 && 'there' == record.state"],
    ["record.state != 'packed'"],
    ["record.state in ['sent', 'there']"],
    ['false'],
  ])('refuses a guard that cannot hold where the transition starts: %s', (guard) => {
    const guarded = [
      {
        key: 'way',
        field: 'state',
        initial: ['packed'],
        transitions: transitions.with(0, { ...transitions[0], guard }),
      },
    ];
    expect(told([parcel({ states: guarded }), list(form('title')), role()])).toEqual([
      'entities/parcel.json#/states/0/transitions/0/guard E_SCHEMA_CONFLICT',
    ]);
  });

  it('refuses a transition that no role holds and nothing runs', () => {
    const narrow = role({ permissions: ['parcel:send'] });
    const place = 'entities/parcel.json#/states/0/transitions/1/permission E_SCHEMA_CONFLICT';
    expect(told([parcel(), list(form('title')), narrow])).toEqual([place]);
    const schedules = [{ key: 'arrive', title: '到期', every: '1h', where: 'record.weight > 5', transition: 'arrive' }];
    expect(told([parcel({ schedules }), list(form('title')), narrow])).toEqual([]);
    expect(told([parcel(), list(form('title')), role({ permissions: ['*'] })])).toEqual([]);
  });
});

describe('names that mean nothing', () => {
  it('refuses icons nobody drew', () => {
    const odd = {
      key: 'edit',
      title: '编辑',
      permission: 'parcel:edit',
      api: '/v1/parcel/modify',
      form: 'edit',
      icon: 'edt',
    };
    const loaded = loadDocuments([kinds, person, parcel(), list(form('title'), { row: [odd] }), role()]);
    expect(loaded.faults).toEqual([
      expect.objectContaining({ pointer: '/row/0/icon', code: 'E_SCHEMA_SHAPE', nearest: 'edit' }),
    ]);
    const menu = {
      file: 'menu.json',
      text: JSON.stringify({
        schemaVersion: 2,
        name: 'menu',
        children: [{ key: 'g', title: 'G', path: '/g', icon: 'cat', children: [{ key: 'parcels' }] }],
      }),
    };
    expect(told([...all, menu])).toEqual(['menu.json#/children/0/icon E_SCHEMA_SHAPE']);
  });

  it('refuses policies of a role under another name than their mask, or for masked values only', () => {
    const at = 'roles/clerk.json#/fields';
    const odd = [
      { key: 'phone', mask: 'mobile', mode: 'mask' },
      { key: 'email', mask: 'email', mode: 'hidden', revealDailyLimit: 5 },
    ];
    expect(told([parcel(), list(form('title')), role({ fields: odd })])).toEqual([
      `${at}/0/key E_SCHEMA_CONFLICT`,
      `${at}/1/mode E_SCHEMA_CONFLICT`,
    ]);
    const twice = { key: 'email', mask: 'email', mode: 'mask' };
    expect(told([parcel(), list(form('title')), role({ fields: [twice, twice] })])).toEqual([
      `${at}/1/key E_SCHEMA_DUPLICATE`,
    ]);
    expect(
      told([parcel(), list(form('title')), role({ entityScopes: [{ key: 'parcle', dataScope: 'all' }] })]),
    ).toEqual(['roles/clerk.json#/entityScopes/0/key E_SCHEMA_UNKNOWN_NAME']);
    expect(told([parcel(), list(form('title')), role({ title: '职'.repeat(51) })])).toEqual([
      'roles/clerk.json#/title E_SCHEMA_SHAPE',
    ]);
  });

  it('never proposes the name it refuses, and of a relation proposes its label', () => {
    const related = list(form('title'), { columns: [{ key: 'owner', field: 'owner' }] });
    const [fault] = loadDocuments([kinds, person, parcel(), related, role()]).faults;
    expect(fault).toMatchObject({ pointer: '/columns/0/field', got: 'owner', nearest: 'owner.name' });
  });
});

describe('what the start would refuse', () => {
  it('refuses a database check on what the database does not store', () => {
    const heavy = { key: 'heavy', title: '贵', type: 'int', compute: 'record.weight * 2' };
    const constraints = [{ key: 'limit', check: 'record.heavy < 100', message: '太重' }];
    expect(
      told([
        parcel({ fields: [...fields, heavy], operations: ['query', 'view', 'modify'], constraints }),
        list(form('title')),
        role(),
      ]),
    ).toEqual(['entities/parcel.json#/constraints/0/check E_SCHEMA_UNKNOWN_NAME']);
  });

  it('refuses actions and answers that no program implements', () => {
    const actions = [
      { key: 'weigh', title: '称重', permission: 'parcel:weigh' },
      { key: 'count', title: '清点', permission: 'parcel:count', of: 'entity' },
    ];
    const asked = fields.with(1, { key: 'number', title: '编号', type: 'string', asked: true });
    const files = [parcel({ actions, fields: asked }), list(form('title')), role()];
    const none = { actions: new Set<string>(), wholeActions: new Set<string>(), answers: new Set<string>() };
    expect(told(files, { implemented: () => none })).toEqual([
      'entities/parcel.json#/actions/0/key E_SCHEMA_CONFLICT',
      'entities/parcel.json#/actions/1/key E_SCHEMA_CONFLICT',
      'entities/parcel.json#/fields/1/asked E_SCHEMA_CONFLICT',
    ]);
    const those = {
      actions: new Set(['parcel.weigh']),
      wholeActions: new Set(['parcel.count']),
      answers: new Set(['parcel.number']),
    };
    expect(told(files, { implemented: () => those })).toEqual([]);
  });
});

describe('texts', () => {
  it('refuses a property written twice, with its place', () => {
    const twice = {
      file: 'dictionaries/size.json',
      text: `{\n  "schemaVersion": 2,\n  "name": "size",\n  "title": "大小",\n  "values": [{ "key": "s", "title": "小", "title": "大" }]\n}`,
    };
    const [fault, ...others] = loadDocuments([kinds, person, ...all, twice]).faults;
    expect(others).toEqual([]);
    expect(fault).toMatchObject({
      file: 'dictionaries/size.json',
      pointer: '/values/0/title',
      code: 'E_SCHEMA_DUPLICATE',
      got: 'title',
    });
    expect(fault?.expected).toContain('第 5 行');
  });

  it('tells an inherited fault where it was written, and nowhere else', () => {
    const bad = list(form('title'), { columns: [{ key: 'title', field: 'titel' }] });
    const child = (name: string, base: string) =>
      document(`pages/${name}.json`, { name, path: `/${name}`, title: name, extends: base });
    expect(told([parcel(), bad, child('mine', 'parcels'), child('late', 'mine'), role()])).toEqual([
      'pages/parcels.json#/columns/0/field E_SCHEMA_UNKNOWN_NAME',
    ]);
    const odd = document('pages/odd.json', {
      name: 'odd',
      path: '/odd',
      title: 'odd',
      extends: 'parcels',
      entity: 'person',
    });
    expect(
      told([parcel(), list(form('title')), odd, role()]).some((fault) => fault.startsWith('pages/odd.json#/extends')),
    ).toBe(true);
  });
});
