import { nameRecords } from '../../../contract/record/names.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { valueAt } from '../../../engine/model/record/index.ts';
import { readingPermissions, recordPageNamed } from '../../access/record-pages.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { queryRows } from '../../records/read/query.ts';

/** What records are called that tabs show, asked anew each time: the browser keeps no names of people. */
export const recordNameOperations: readonly CallerOperation[] = [
  implement(nameRecords, async ({ records }, context) => {
    const pages = [...new Set(records.map(({ page }) => page))];
    const named = await Promise.all(
      pages.map((page) =>
        namesOn(
          page,
          records.filter((record) => record.page === page).map(({ id }) => id),
          context,
        ),
      ),
    );
    return named.flat();
  }),
];

type Named = { readonly page: string; readonly id: string; readonly title: string };

/** The records a page may show the caller, each as the head of the page calls it. */
async function namesOn(name: string, ids: readonly string[], context: CallContext): Promise<readonly Named[]> {
  const page = recordPageNamed(name, context);
  if (page === undefined) return [];
  if (!readingPermissions(page, context).some((key) => isGranted(context.caller.grants, key))) return [];
  const model = modelOf(context.documents, page.entity);
  const { title: path } = page.header;
  const body = { where: { field: 'id', op: 'in', value: ids }, fields: [path], size: ids.length, count: 'none' };
  const { list } = await queryRows(model, body, { ...context, page });
  return list.flatMap((row) => {
    const own: unknown = valueAt(row, path);
    if (typeof own !== 'string' || own.trim() === '') return [];
    return [{ page: name, id: row.id, title: `${model.document.title} · ${own}` }];
  });
}
