import { idSchema, nullable, object, ref } from '../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import { createView, deleteView, modifyView, restoreView } from './change-views.ts';
import { listPageOf } from './list-page.ts';
import { preferencesOf, savePreference } from './list-preferences.ts';
import { mayShare, viewsFor } from './read-views.ts';
import {
  layoutSchema,
  nameSchema,
  pageSchema,
  preferencesSchema,
  shareSchema,
  stateSchema,
  viewsSchema,
} from './view-schemas.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null } as const;
const reads = { ...signedIn, idempotency: 'none', audit: 'read' } as const;
const changes = { ...signedIn, idempotency: 'accepted', audit: 'change' } as const;

const content = { name: nameSchema, share: shareSchema, state: stateSchema, layout: nullable(layoutSchema) };

const views: readonly CallerOperation[] = [
  {
    ...reads,
    path: '/v1/saved/view/query',
    title: '查询列表的视图',
    description: '本人的、本部门与上级部门的、所有人的。',
    input: object({ page: pageSchema }),
    output: viewsSchema,
    run: async (body, context) => {
      const page = listPageOf(body.page, context);
      return { views: await viewsFor(page.name, context), canShare: mayShare(context.caller) };
    },
  },
  {
    ...changes,
    path: '/v1/saved/view/create',
    title: '保存视图',
    description: '共享给部门或所有人须有 saved_view:share；条件中不能有遮盖字段的值。',
    input: object({ page: pageSchema, ...content }, ['page', 'name', 'state']),
    output: ref('Changed'),
    run: (body, context) => createView(body, context),
  },
  {
    ...changes,
    path: '/v1/saved/view/modify',
    title: '修改视图',
    description: '只有保存它的人可以修改。',
    input: object({ id: idSchema, version: { type: 'integer' }, was: { type: 'object' }, ...content }, [
      'id',
      'version',
    ]),
    output: ref('Changed'),
    run: (body, context) => modifyView(body, context),
  },
  {
    ...changes,
    path: '/v1/saved/view/delete',
    title: '删除视图',
    input: object({ id: idSchema }),
    output: object({ id: idSchema }),
    run: (body, context) => deleteView(body, context),
  },
  {
    ...changes,
    path: '/v1/saved/view/restore',
    title: '恢复删除的视图',
    input: object({ id: idSchema }),
    output: object({ id: idSchema }),
    run: (body, context) => restoreView(body, context),
  },
];

const preferences: readonly CallerOperation[] = [
  {
    ...reads,
    path: '/v1/list/preference/query',
    title: '查询列表的个人设置',
    input: object({ page: pageSchema }),
    output: preferencesSchema,
    run: async (body, context) => preferencesOf(listPageOf(body.page, context).name, context),
  },
  {
    ...changes,
    path: '/v1/list/preference/save',
    title: '保存列表的个人设置',
    description: '各视图中列的安排（layout 为 null 时恢复为视图的）与打开页面时的默认视图；没有给出的不变。',
    input: object(
      {
        page: pageSchema,
        viewId: { ...nullable(idSchema), title: '视图，空为标准视图' },
        layout: nullable(layoutSchema),
        defaultViewId: { ...nullable(idSchema), title: '默认视图，空为标准视图' },
      },
      ['page'],
    ),
    output: preferencesSchema,
    run: (body, context) => savePreference(body, context),
  },
];

/** Views of lists, and what everybody makes of a list for himself. */
export const viewOperations: readonly CallerOperation[] = [...views, ...preferences];
