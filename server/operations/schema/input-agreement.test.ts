import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { entityModel } from '../../../engine/model/entity/index.ts';
import { checkInput } from '../../../engine/model/record/index.ts';
import { isDay } from '../../../engine/model/time/index.ts';
import { readDocuments } from '../../product/documents.ts';
import { createSchema } from './entity-schemas.ts';

const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../../schemas'));
const now = '2026-01-01T00:00:00.000Z';
const runs = process.env.TEST_DEPTH === 'deep' ? 2_000 : 60;

const id = '0190f0a0-0000-7000-8000-000000000001';
const moments = fc.constantFrom(
  '2027-05-06T07:08:09.000Z',
  '2027-02-30T07:08:09.000Z',
  '2027-05-06T07:08+08:00',
  '2027-05-06T07:08',
  '2027-05-06',
);
const texts = fc.constantFrom(
  'a',
  '赵一',
  'x'.repeat(300),
  '字'.repeat(256),
  'https://a.cn/b',
  'a@b.cn',
  '11010119900307123X',
  '13800138000',
  '2026-02-03',
  id,
);
const odd = fc.constantFrom<unknown>(true, 0, -1, 1.5, 3_000_000_000, [], ['x'], {}, [id], [id, id], null);

/** Which days there are is beyond a pattern; the formats of days and moments say it (RFC 3339). Other formats are not judged. */
const days = { date: isDay, 'date-time': (moment: string) => isDay(moment.slice(0, 10)) };

/** Values a field may be sent, right and wrong ones. */
function valueFor(field: EntityField): fc.Arbitrary<unknown> {
  const choices = field.dictionary === undefined ? [] : (documents.dictionaries.get(field.dictionary)?.values ?? []);
  const fitting = choices.length === 0 ? texts : fc.constantFrom('none', ...choices.map(({ key }) => key));
  return fc.oneof(fitting, fc.integer({ min: -5, max: 200 }), odd, moments);
}

/** A value that a required field takes. */
function soundValue(field: EntityField): unknown {
  switch (field.type) {
    case 'int':
    case 'money':
    case 'decimal':
      return field.min ?? 1;
    case 'bool':
      return true;
    case 'date':
      return '2027-05-06';
    case 'month':
      return '2027-05-01';
    case 'datetime':
      return '2027-05-06T07:08:09.000Z';
    case 'enum': {
      const values = field.dictionary === undefined ? [] : (documents.dictionaries.get(field.dictionary)?.values ?? []);
      return values.find(({ disabled }) => disabled !== true)?.key;
    }
    case 'ref':
    case 'file':
    case 'image':
      return id;
    case 'refs':
      return [id];
    case 'mobile':
      return '13800138000';
    case 'email':
      return 'a@b.cn';
    case 'url':
      return 'https://a.cn/b';
    case 'idcard':
      return '11010119900307123X';
    case 'json': {
      const required = (field.shape?.fields ?? []).filter((one) => one.required === true);
      const value = Object.fromEntries(required.map((one) => [one.key, soundValue(one)]));
      return field.shape?.list === true ? [value] : value;
    }
    default:
      return '字'.repeat(Math.max(field.minLength ?? 1, 1));
  }
}

// A row whose secret is required is made by the server alone.
const addable = [...documents.entities.values()]
  .filter(({ fields }) => !fields.some((field) => field.secret === true && field.required === true))
  .map(({ name }) => name);

describe('what a new row takes', () => {
  it.each(addable)('is judged alike by the schema and by the API: %s', (name) => {
    const document = documents.entities.get(name);
    if (document === undefined) throw new TypeError(name);
    // Child rows have a check of their own.
    const entity = entityModel({ ...document, children: [] });
    const ajv = new Ajv2020({ strict: false, logger: false, formats: days });
    const validate = ajv.compile(createSchema(entity.document, documents));
    const fields = [...entity.fields.values()];
    const sound = Object.fromEntries(
      fields
        .filter(({ required, readonly, secret }) => required === true && readonly !== true && secret !== true)
        .map((field) => [field.key, soundValue(field)]),
    );
    const change = fc.constantFrom(...fields).chain((field) => fc.tuple(fc.constant(field.key), valueFor(field)));
    const edits = fc.record({
      changes: fc.array(change, { maxLength: 3 }),
      dropped: fc.option(fc.constantFrom(...fields.map(({ key }) => key)), { freq: 2 }),
      stranger: fc.boolean(),
    });
    expect(validate(sound), JSON.stringify(validate.errors)).toBe(true);
    fc.assert(
      fc.property(edits, ({ changes, dropped, stranger }) => {
        const edited = { ...sound, ...Object.fromEntries(changes), ...(stranger ? { nobody: 1 } : {}) };
        const body = Object.fromEntries(Object.entries(edited).filter(([key]) => key !== dropped));
        const options = { fields: entity.fields, dictionaries: documents.dictionaries, partial: false, now };
        // How a number is written and whether it lies ahead is beyond a schema.
        const faults = checkInput(body, options).faults.filter(({ code, pointer }) => {
          const type = entity.fields.get(pointer.slice(1))?.type;
          return code !== 'E_INPUT_FUTURE' && !(code === 'E_INPUT_FORMAT' && type === 'mobile');
        });
        expect(validate(body), JSON.stringify({ body, faults, errors: validate.errors })).toBe(faults.length === 0);
      }),
      { numRuns: runs, ...(process.env.TEST_SEED === undefined ? {} : { seed: Number(process.env.TEST_SEED) }) },
    );
  });
});
