import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { DocumentFault } from '../../kernel/errors/document-fault.ts';
import { describeTables } from '../tables/tables.ts';

const entity = (name: string, index: string): EntityDocument => ({
  schemaVersion: 2,
  name,
  title: name,
  label: 'name',
  operations: [],
  fields: [{ key: 'name', title: '名称', type: 'string', maxLength: 20 }],
  indexes: [{ key: index, fields: ['name', 'id'] }],
});

const tables = (...entities: readonly EntityDocument[]) => ({
  entities: new Map(entities.map((each) => [each.name, each])),
  dictionaries: new Map(),
});

describe('the names of indexes', () => {
  it('are refused where two tables would have one, and the document is told', () => {
    const documents = tables(entity('deed', 'formName'), entity('deed_form', 'name'));
    const refused = expect(() => describeTables(documents));
    refused.toThrow(DocumentFault);
    refused.toThrow('索引的名称 deed_form_name_index 已被 deed 占用，请给其中一个索引换一个 key');
  });

  it('stand where each is its own', () => {
    const documents = tables(entity('deed', 'byForm'), entity('deed_form', 'name'));
    expect(describeTables(documents).map(({ name }) => name)).toEqual(expect.arrayContaining(['deed', 'deed_form']));
  });
});
