import { expect, it } from 'vitest';
import { declaredOperations } from '../../access/operations.ts';
import { entityModel } from '../../entity/index.ts';
import type { Scope } from '../../expression/evaluate.ts';
import type { FormDocument } from '../../generated/documents.ts';
import { loadShipped } from '../../shipped.testing.ts';
import { panoramaView } from './panorama-view.ts';
import { settingBack } from './set-back.ts';

const { documents } = loadShipped();
const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
const page = documents.pages.get('allpromotepanoramic');
const customer = documents.entities.get('customer');
if (page?.kind !== 'panorama' || customer === undefined) throw new TypeError('no panorama of customers');
const entity = entityModel(customer);
const form: FormDocument = {
  title: '编辑客户',
  layout: 'drawer',
  sections: [{ key: 'base', title: '基本', fields: ['name', 'city', 'remark', 'mobile', 'stage'] }],
};
const shown = { ...page, forms: { ...page.forms, edit: form } };
const actions = panoramaView(shown, { ...documents, operations, creates: [], faults: [] })?.actions ?? [];
const scopeOf = (more: object): Scope => ({ record: { id: '1', mergedIntoId: null, ownState: 'owned', ...more } });
const keyOf = (keys: readonly string[], more = {}) => settingBack(keys, entity, actions, scopeOf(more))?.key;

it('is done by the action whose form has all of the fields open', () => {
  expect(keyOf(['city'])).toBe('edit');
  expect(keyOf(['city', 'name'])).toBe('edit');
  expect(settingBack(['city'], entity, [], scopeOf({}))).toBeUndefined();
});

it.each([
  ['kept masked', ['city', 'mobile']],
  ['changed by steps alone', ['city', 'stage']],
  ['no field', ['city', 'nothing']],
])('is not done of what is %s', (_, keys) => {
  expect(keyOf(keys)).toBeUndefined();
});

it('is not done where the record does not allow the action, or closes one of the fields', () => {
  expect(keyOf(['city'], { mergedIntoId: '2' })).toBeUndefined();
  expect(keyOf(['remark'], { ownState: 'frozen' })).toBe('edit');
  expect(keyOf(['remark', 'city'], { ownState: 'frozen' })).toBeUndefined();
});
