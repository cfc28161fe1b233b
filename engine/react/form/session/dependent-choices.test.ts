import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, viewContext } from '../../../model/view/index.ts';
import { type FormDocument, typeInto } from '../invoice.testing.ts';
import type { AllowedIds } from './dependent-choices.ts';
import { FormSession } from './form-session.ts';
import type { LookUp } from './values/follow-source.ts';

const common: Pick<EntityDocument, 'schemaVersion' | 'operations'> = {
  schemaVersion: 2,
  operations: ['create', 'modify'],
};
const place: EntityDocument = {
  ...{ ...common, name: 'place', title: '地点', label: 'name' },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'place' },
  ],
};
const stop: EntityDocument = {
  ...{ ...common, name: 'stop', title: '站', label: 'note' },
  fields: [
    { key: 'areaId', title: '片区', type: 'ref', ref: 'place' },
    { key: 'streetId', title: '街道', type: 'ref', ref: 'place' },
    { key: 'note', title: '说明', type: 'string' },
  ],
};
const trip: EntityDocument = {
  ...{ ...common, name: 'trip', title: '行程', label: 'name' },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'provinceId', title: '省份', type: 'ref', ref: 'place' },
    { key: 'cityId', title: '城市', type: 'ref', ref: 'place' },
    { key: 'countyId', title: '区县', type: 'ref', ref: 'place' },
    { key: 'cityIds', title: '途经城市', type: 'refs', ref: 'place' },
    { key: 'open', title: '可改', type: 'bool' },
  ],
  children: [{ key: 'stops', title: '站点', entity: 'stop', by: 'tripId', min: 0, max: 5 }],
};

/** What lies in what. */
const parents: Readonly<Record<string, string>> = {
  suzhou: 'jiangsu',
  wuxi: 'jiangsu',
  hefei: 'anhui',
  huqiu: 'suzhou',
};

const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  ...{ entities: [trip, place, stop], dictionaries: [], datasets: [], faults: [], hash: '' },
});

type Fields = FormDocument['sections'][number]['fields'];

const allFields: Fields = [
  'name',
  'open',
  'provinceId',
  { key: 'cityId', options: { parentId: 'form.provinceId' } },
  { key: 'countyId', options: { parentId: 'form.cityId' } },
  { key: 'cityIds', options: { parentId: 'form.provinceId' } },
  {
    key: 'stops',
    fields: [
      { key: 'areaId', options: { parentId: 'form.cityId' } },
      { key: 'streetId', options: { parentId: 'row.areaId' } },
      'note',
    ],
  },
];

type Options = { readonly fields?: Fields; readonly allowed?: AllowedIds; readonly lookUp?: LookUp };

/** A form of a trip; what lies in what is answered when it is let go, or at once. */
function opened({ fields = allFields, ...given }: Options = {}) {
  const asked: string[] = [];
  const allowed: AllowedIds = async (_entity, ids, where) => {
    const parent = where.flatMap((one) => ('value' in one ? [one.value] : []));
    asked.push(`${ids.join()} in ${parent.join()}`);
    return ids.filter((id) => parent.includes(parents[id]));
  };
  const view = formView({ sections: [{ key: 'base', fields }] }, entityModel(trip), { inputs: [], title: '', context });
  const form = new FormSession({
    view,
    mode: 'create',
    context,
    scope: (values) => ({ form: values }),
    allowed,
    ...given,
  });
  return { form, asked };
}

const answered = () => new Promise((resolve) => setTimeout(resolve));
const titles = (form: FormSession, at: string) => form.choices.lostAt(at)?.because.map(({ title }) => title);

describe('a choice that a change made impossible', () => {
  it('is let go, says why, and comes back together with what was changed', async () => {
    const { form, asked } = opened();
    typeInto(form, { provinceId: 'jiangsu', cityId: 'suzhou' });
    form.edit('provinceId', 'anhui');
    await answered();
    expect(form.values()).toMatchObject({ provinceId: 'anhui', cityId: null });
    expect(titles(form, 'cityId')).toEqual(['省份']);
    expect(asked).toEqual(['suzhou in anhui']);
    form.choices.undo('cityId');
    await answered();
    expect(form.values()).toMatchObject({ provinceId: 'jiangsu', cityId: 'suzhou' });
    expect(form.choices.lostAt('cityId')).toBeUndefined();
    // What stood there before is right: nobody is asked again.
    expect(asked).toHaveLength(1);
  });

  it('stays where it is still possible, and where nobody answers', async () => {
    const { form } = opened({
      allowed: (_entity, [id]) => (id === 'wuxi' ? Promise.resolve(['wuxi']) : Promise.reject()),
    });
    typeInto(form, { provinceId: 'jiangsu', cityId: 'wuxi' });
    form.edit('provinceId', 'anhui');
    await answered();
    expect([form.values().cityId, form.choices.lostAt('cityId')]).toEqual(['wuxi', undefined]);
    form.edit('cityId', 'suzhou');
    form.edit('provinceId', 'jiangsu');
    expect(await form.missing()).toEqual([]);
    expect(form.values().cityId).toBe('suzhou');
  });

  it('is let go before anything is sent', async () => {
    const { form } = opened();
    typeInto(form, { name: 'a', provinceId: 'jiangsu', cityId: 'suzhou' });
    form.edit('provinceId', 'anhui');
    expect(await form.missing()).toEqual([]);
    expect(form.values().cityId).toBeNull();
  });

  it('goes back to what it was chosen under, however often that was changed meanwhile', async () => {
    const { form } = opened();
    typeInto(form, { provinceId: 'jiangsu', cityId: 'suzhou' });
    form.edit('provinceId', 'anhui');
    form.edit('provinceId', 'zhejiang');
    await answered();
    expect(form.values().cityId).toBeNull();
    form.edit('provinceId', 'shanxi');
    form.choices.undo('cityId');
    expect(form.values()).toMatchObject({ provinceId: 'jiangsu', cityId: 'suzhou' });
  });

  it('stays when the change was taken back before the answer came', async () => {
    const { form } = opened();
    typeInto(form, { provinceId: 'jiangsu', cityId: 'suzhou' });
    form.edit('provinceId', 'anhui');
    form.edit('provinceId', 'jiangsu');
    await answered();
    expect([form.values().cityId, form.choices.lostAt('cityId')]).toEqual(['suzhou', undefined]);
  });

  it('says nothing any more once another is chosen', async () => {
    const { form } = opened();
    typeInto(form, { provinceId: 'jiangsu', cityId: 'suzhou' });
    form.edit('provinceId', 'anhui');
    await answered();
    form.edit('cityId', 'hefei');
    expect(form.choices.lostAt('cityId')).toBeUndefined();
  });

  it('of several keeps those that are possible', async () => {
    const { form } = opened();
    typeInto(form, { provinceId: 'jiangsu', cityIds: ['suzhou', 'hefei', 'wuxi'] });
    form.edit('provinceId', 'anhui');
    await answered();
    expect(form.values().cityIds).toEqual(['hefei']);
    expect(form.choices.lostAt('cityIds')).toMatchObject({ count: 2, left: ['hefei'] });
    form.choices.undo('cityIds');
    expect(form.values()).toMatchObject({ provinceId: 'jiangsu', cityIds: ['suzhou', 'hefei', 'wuxi'] });
  });

  it('takes with it what depends on it, and brings all of it back from either end', async () => {
    const chosen = { provinceId: 'jiangsu', cityId: 'suzhou', countyId: 'huqiu', cityIds: ['wuxi'] };
    for (const end of ['cityId', 'countyId', 'cityIds']) {
      const { form } = opened();
      typeInto(form, chosen);
      form.edit('provinceId', 'anhui');
      await answered();
      expect(form.values()).toMatchObject({ cityId: null, countyId: null, cityIds: [] });
      expect([titles(form, 'cityId'), titles(form, 'countyId')]).toEqual([['省份'], ['城市']]);
      form.choices.undo(end);
      await answered();
      expect(form.values()).toMatchObject(chosen);
      expect(['cityId', 'countyId', 'cityIds'].map((key) => form.choices.lostAt(key))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('is not touched while nobody sees it or may change it', async () => {
    const { form, asked } = opened({
      fields: [
        'open',
        'provinceId',
        { key: 'cityId', options: { parentId: 'form.provinceId' }, enabledWhen: 'form.open == true' },
        { key: 'cityIds', options: { parentId: 'form.provinceId' }, visibleWhen: 'form.open == true' },
      ],
    });
    typeInto(form, { open: true, provinceId: 'jiangsu', cityId: 'suzhou', cityIds: ['suzhou'] });
    form.edit('open', false);
    form.edit('provinceId', 'anhui');
    await answered();
    expect(form.values()).toMatchObject({ cityId: 'suzhou', cityIds: ['suzhou'] });
    form.edit('open', true);
    await answered();
    // Open again, it is judged by what holds now.
    expect(form.values()).toMatchObject({ cityId: null, cityIds: [] });
    expect(titles(form, 'cityId')).toEqual(['省份']);
    expect(asked).toEqual(['suzhou in anhui', 'suzhou in anhui']);
  });

  it('goes with what it depends on where the same change closes it, is told, and comes back', async () => {
    const { form, asked } = opened({
      fields: [
        'provinceId',
        { key: 'cityId', options: { parentId: 'form.provinceId' }, enabledWhen: 'form.provinceId != null' },
        { key: 'countyId', options: { parentId: 'form.cityId' }, enabledWhen: "form.provinceId == 'jiangsu'" },
      ],
    });
    const chosen = { provinceId: 'jiangsu', cityId: 'suzhou', countyId: 'huqiu' };
    typeInto(form, chosen);
    form.edit('provinceId', null);
    await answered();
    expect(form.values()).toMatchObject({ provinceId: null, cityId: null, countyId: null });
    expect([titles(form, 'cityId'), titles(form, 'countyId')]).toEqual([['省份'], ['城市']]);
    expect(form.body()).not.toHaveProperty('cityId');
    expect(asked).toEqual([]);
    form.choices.undo('countyId');
    await answered();
    expect(form.values()).toMatchObject(chosen);
  });
});

describe('a choice that depends on what a reference says', () => {
  it('waits until that has been read', async () => {
    const { form, asked } = opened({
      fields: ['provinceId', { key: 'cityId', options: { parentId: 'form.province.parentId' } }],
      lookUp: (_entity, id) => Promise.resolve(id === 'a' || id === 'b' ? 'jiangsu' : 'anhui'),
    });
    form.edit('provinceId', 'a');
    await answered();
    form.edit('cityId', 'suzhou');
    form.edit('provinceId', 'b');
    expect(form.values().cityId).toBe('suzhou');
    await answered();
    expect([form.values().cityId, asked]).toEqual(['suzhou', []]);
    form.edit('provinceId', 'c');
    await answered();
    expect([form.values().cityId, titles(form, 'cityId')]).toEqual([null, ['省份']]);
  });
});

describe('choices in child rows', () => {
  it('are let go in their row, by the form around it or by another cell, and come back', async () => {
    const { form } = opened();
    const rows = form.rows.get('stops');
    rows?.add();
    rows?.add();
    const [first, second] = (rows?.snapshot().rows ?? []).map(({ key }) => key);
    typeInto(form, { provinceId: 'jiangsu', cityId: 'suzhou' });
    rows?.edit(first ?? '', 'areaId', 'huqiu');
    rows?.edit(first ?? '', 'streetId', 'unknown');
    rows?.edit(second ?? '', 'areaId', 'huqiu');
    form.edit('cityId', 'wuxi');
    await answered();
    expect(rows?.values()).toMatchObject([{ areaId: null, streetId: null }, { areaId: null }]);
    const at = (row: string | undefined, cell: string) => `stops.${row}.${cell}`;
    expect([titles(form, at(first, 'areaId')), titles(form, at(first, 'streetId'))]).toEqual([['城市'], ['片区']]);
    rows?.remove(second ?? '');
    form.choices.undo(at(first, 'streetId'));
    await answered();
    expect(form.values().cityId).toBe('suzhou');
    expect(rows?.values()).toMatchObject([{ areaId: 'huqiu', streetId: 'unknown' }]);
    // What of it lay in the row that was removed is not brought back into it.
    rows?.undo();
    expect(rows?.values()[1]).toMatchObject({ areaId: null });
  });
});

it('goes back to a draft as it was written', async () => {
  const { form } = opened();
  const values = { provinceId: 'jiangsu', cityId: 'suzhou', countyId: 'huqiu' };
  form.restore({ values, base: {}, rows: {} });
  await answered();
  expect(form.values()).toMatchObject(values);
});
