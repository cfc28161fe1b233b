import type { EntityDocument, ListPage } from '../../model/documents/index.ts';
import { entityModel } from '../../model/entity/index.ts';
import { formView, viewContext } from '../../model/view/index.ts';
import { FormSession } from './session/form-session.ts';
import type { RowsSession } from './session/rows/rows-session.ts';

/** A form as a page holds it. */
export type FormDocument = NonNullable<ListPage['forms']>[string];

const line: EntityDocument = {
  schemaVersion: 2,
  name: 'line',
  title: '明细',
  label: 'name',
  operations: [],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true, maxLength: 10 },
    { key: 'quantity', title: '数量', type: 'int', required: true, min: 1, defaultValue: '1' },
    { key: 'price', title: '单价', type: 'money' },
    { key: 'amount', title: '金额', type: 'money' },
    { key: 'net', title: '净额', type: 'money' },
    { key: 'note', title: '说明', type: 'string' },
  ],
};

const invoice: EntityDocument = {
  schemaVersion: 2,
  name: 'invoice',
  title: '账单',
  label: 'title',
  operations: ['create', 'modify'],
  fields: [
    { key: 'title', title: '标题', type: 'string', required: true },
    { key: 'kind', title: '种类', type: 'string' },
    { key: 'reason', title: '原因', type: 'string' },
    { key: 'budget', title: '预算', type: 'money' },
    { key: 'discount', title: '折扣', type: 'int' },
    { key: 'half', title: '一半', type: 'money' },
    { key: 'share', title: '份额', type: 'money' },
  ],
  children: [{ key: 'lines', title: '明细', entity: 'line', by: 'invoiceId', min: 1, max: 3 }],
};

const context = viewContext({
  page: {
    schemaVersion: 2,
    name: 'x',
    path: '/x',
    title: 'x',
    kind: 'custom',
    widget: 'X',
  },
  entities: [invoice, line],
  dictionaries: [],
  datasets: [],
  faults: [],
  hash: '',
});

/** A new form of these fields. */
export function session(fields: FormDocument['sections'][number]['fields'], rest: Partial<FormDocument> = {}) {
  const form: FormDocument = { sections: [{ key: 'base', fields }], ...rest };
  return opened(form);
}

/** A form of a new record, or of a change to this one. */
export function opened(form: FormDocument, record?: { id: string; version: number } & Record<string, unknown>) {
  const view = formView(form, entityModel(invoice), { inputs: [], title: '', context });
  const mode = record === undefined ? 'create' : 'modify';
  const scope = (values: Readonly<Record<string, unknown>>) => ({ form: values, user: { id: 'u1' } });
  return { view, form: new FormSession({ view, mode, record, context, scope }) };
}

/** The child rows of a form. */
export function rowsOf(form: FormSession): RowsSession {
  const rows = form.rows.get('lines');
  if (rows === undefined) throw new TypeError('the form has no rows');
  return rows;
}

/** Types into the fields of a form, one after the other, as their inputs would. */
export function typeInto(form: FormSession, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) form.edit(key, value);
}
