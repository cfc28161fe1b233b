import type { EntityModel } from '../../../model/entity/index.ts';
import { isStored } from '../../../model/entity/index.ts';
import { apiBase } from '../../../model/naming/index.ts';
import type { QueryAnswer, Where } from '../../../model/wire/index.ts';
import { maxValues } from '../../conditions/pasted-values.ts';
import type { PageRuntime } from '../../host/page-runtime.ts';

/** Which records pasted names and numbers are of, what was not found, and how many were too many to look for. */
export type PastedRecords = {
  readonly ids: readonly string[];
  readonly unknown: readonly string[];
  readonly left: number;
};

/** Finds records by what they are called and by their numbers, whole; of several called alike all are meant. */
export async function pastedRecords(
  pieces: readonly string[],
  model: EntityModel,
  page: PageRuntime,
): Promise<PastedRecords> {
  const wanted = [...new Set(pieces)];
  const sought = wanted.slice(0, maxValues);
  const fields = namingFields(model);
  const conditions = fields.map((field): Where => ({ field, op: 'in', value: sought }));
  const where: Where = conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { or: conditions };
  const { list } = await page.call<QueryAnswer>(`${apiBase(model.document)}/query`, {
    ...{ where, fields, size: maxValues, count: 'none' },
  });
  const named = new Set(list.flatMap((row) => fields.map((key) => row[key])));
  return {
    ids: list.map(({ id }) => id),
    unknown: sought.filter((piece) => !named.has(piece)),
    left: wanted.length - sought.length,
  };
}

/** What tells a record: its name, and texts no two records share; what lies under a mask is no list to be looked through. */
function namingFields({ document }: EntityModel): readonly string[] {
  const numbers = document.fields.filter(
    (field) => field.unique === true && field.type === 'string' && field.mask === undefined && isStored(field),
  );
  return [...new Set([document.label, ...numbers.map(({ key }) => key)])];
}
