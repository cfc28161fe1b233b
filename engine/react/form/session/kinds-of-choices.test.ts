import { expect, it } from 'vitest';
import type { EntityDocument } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, viewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { FormSession } from './form-session.ts';

const note: EntityDocument = {
  ...{ schemaVersion: 2, operations: ['create', 'modify'], name: 'note', title: '记事', label: 'text' },
  fields: [
    { key: 'text', title: '事由', type: 'string' },
    { key: 'kind', title: '对象', type: 'enum', dictionary: 'kind' },
    {
      ...{ key: 'aboutId', title: '具体对象', type: 'ref' },
      refBy: { field: 'kind', entities: { place: 'place', town: 'place', stop: 'stop' } },
    },
  ],
};
const values = ['place', 'town', 'stop'].map((key) => ({ key, title: key }));
const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  ...{ entities: [note], datasets: [], faults: [], hash: '' },
  dictionaries: [{ schemaVersion: 2, name: 'kind', title: '对象', values }],
});
const [suzhou, wuxi] = ['01a21747-b7f9-73a3-81a5-4bf9a89b7349', '01a21747-b7f9-73a3-81a5-4bf9a89b7350'];

function opened(record?: WireRecord) {
  const sections = [{ key: 'base', fields: ['text', 'kind', 'aboutId'] }];
  const isChange = record !== undefined;
  const view = formView({ sections }, entityModel(note), { inputs: [], title: '', context, isChange });
  const scope = (form: Readonly<Record<string, unknown>>) => ({ form });
  return isChange
    ? new FormSession({ view, mode: 'modify', context, scope, record })
    : new FormSession({ view, mode: 'create', context, scope });
}

it('lets go of a record once another kind is chosen, and brings both back', () => {
  const form = opened();
  form.edit('kind', 'place');
  form.edit('aboutId', suzhou);
  // What another word names as the same kind stays.
  form.edit('kind', 'town');
  expect(form.values()).toMatchObject({ kind: 'town', aboutId: suzhou });
  form.edit('kind', 'stop');
  expect(form.values()).toMatchObject({ kind: 'stop', aboutId: null });
  expect(form.choices.lostAt('aboutId')).toMatchObject({ held: suzhou, because: [{ title: '对象', value: 'town' }] });
  form.choices.undo('aboutId');
  expect(form.values()).toMatchObject({ kind: 'town', aboutId: suzhou });
  form.edit('kind', null);
  expect(form.values()).toMatchObject({ kind: null, aboutId: null });
});

it('sends a record of several kinds together with its kind', () => {
  const form = opened({ id: 'n', version: 1, text: '记', kind: 'place', aboutId: suzhou });
  form.edit('text', '另记');
  expect(form.body()).not.toHaveProperty('kind');
  form.edit('aboutId', wuxi);
  expect(form.body()).toMatchObject({ kind: 'place', aboutId: wuxi, was: { kind: 'place', aboutId: suzhou } });
});
