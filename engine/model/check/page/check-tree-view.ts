import { isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, ListPage } from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';
import type { Checker } from '../checker/checker.ts';

/** Rows are moved in the order people put them into, or in the tree the page draws, sorted as that orders them. */
export function checkMoved({ views, sort }: ListPage, { order, tree, name }: EntityDocument, checker: Checker): void {
  const place = ['api', 'move'];
  const isTree = tree !== undefined && (views ?? []).some(({ kind }) => kind === 'tree');
  if (order === undefined && !isTree)
    checker.expect(
      ['有 order 的实体，或有树视图的树形实体', 'an entity with an order, or a tree drawn as one'],
      name,
      place,
    );
  if (isTree && tree.order !== undefined && sort?.[0] !== tree.order)
    checker.expect([`按 ${tree.order} 排序的列表（sort）`, `a list sorted by ${tree.order}`], sort?.[0] ?? '—', place);
}

/** Nodes are added line by line with nothing but their name: the page adds them, and nothing else has to be filled in. */
export function checkAdded(page: ListPage, entity: EntityDocument, checker: Checker): void {
  for (const [index, view] of (page.views ?? []).entries()) {
    if (view.kind !== 'tree' || view.add !== true || entity.tree === undefined) continue;
    const place = ['views', index, 'add'];
    const action = (page.toolbar ?? []).find(({ api }) => api === `${apiBase(entity)}/create`);
    if (action === undefined)
      checker.expect(
        [`工具栏有新增${entity.title}的按钮`, `a toolbar action that creates ${entity.name}`],
        page.name,
        place,
      );
    const given = new Set([entity.label, entity.tree.parent, entity.tree.within, ...Object.keys(action?.values ?? {})]);
    const missing = entity.fields.filter(
      (field) => field.required === true && isStored(field) && field.readonly !== true && !given.has(field.key),
    );
    for (const { key, title } of missing.filter(({ defaultValue }) => defaultValue === undefined))
      checker.expect(
        [`必填的${title}有缺省值，或由新增按钮的 values 给出`, `a default of ${key}, or a value of the action`],
        key,
        place,
      );
  }
}
