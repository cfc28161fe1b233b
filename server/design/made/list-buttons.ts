import {
  type DeclaredOperation,
  isGranted,
  operationsOfEntity,
  statusPermission,
} from '../../../engine/model/access/index.ts';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import { transitionsOf } from '../../../engine/model/entity/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';

/** A button that a list may have: what it calls, and where it stands. */
export type ListButton = {
  readonly place: 'toolbar' | 'row' | 'bulk';
  readonly isUsual: boolean;
  readonly action: JsonObject & { readonly key: string; readonly title: string; readonly permission: string };
  /** Keys that a form of its own asks for. */
  readonly input?: readonly string[];
  /** Whether its form is that of the record. */
  readonly isRecordForm?: true;
};

/** The buttons of an entity whose operations the caller is granted. */
export function listButtons(entity: EntityDocument, { grants }: Pick<Caller, 'grants'>): readonly ListButton[] {
  return operationsOfEntity(entity)
    .flatMap((operation) => buttonsOf(operation, entity))
    .filter(({ action }) => isGranted(grants, action.permission));
}

function buttonsOf(operation: DeclaredOperation, entity: EntityDocument): readonly ListButton[] {
  const { path: api, permission } = operation;
  const form = { api, permission };
  switch (operation.kind) {
    case 'create':
      return [
        button('toolbar', true, {
          ...form,
          ...words('add', '新增', '已新增'),
          icon: 'plus',
          form: 'add',
          emphasis: 'primary',
        }),
      ];
    case 'modify':
      return [button('row', true, { ...form, ...words('edit', '编辑', '已保存'), form: 'edit' })];
    case 'delete':
      return [
        button('row', false, {
          ...form,
          ...words('delete', '删除', '已删除'),
          emphasis: 'danger',
          confirm: `确定删除这条${entity.title}吗？`,
        }),
      ];
    case 'status':
      return statusButtons(api, entity);
    case 'print':
      return [button('row', false, { ...form, key: keyOf('print', operation.key), title: operation.title })];
    case 'transition':
      return moveButtons(operation, entity);
    default:
      return [];
  }
}

function words(key: string, title: string, success: string) {
  return { key, title, success };
}

function button(place: ListButton['place'], isUsual: boolean, action: ListButton['action']): ListButton {
  const isRecordForm = action.form === 'add' || action.form === 'edit' ? { isRecordForm: true as const } : {};
  return { place, isUsual, action, ...isRecordForm };
}

function statusButtons(api: string, { name, title }: EntityDocument): readonly ListButton[] {
  return [
    button('row', false, {
      ...words('disable', '停用', '已停用'),
      ...{ api, permission: statusPermission(name, false), values: { enabled: 'false' } },
      visibleWhen: 'record.enabled',
      confirm: `确定停用这条${title}吗？`,
    }),
    button('row', false, {
      ...words('enable', '启用', '已启用'),
      ...{ api, permission: statusPermission(name, true), values: { enabled: 'true' } },
      visibleWhen: '!record.enabled',
    }),
  ];
}

/** A step of a record: with a form where something is filled in, with a question where nothing is. */
function moveButtons(
  { key, path: api, permission, title, input }: Extract<DeclaredOperation, { readonly kind: 'transition' }>,
  entity: EntityDocument,
): readonly ListButton[] {
  if (transitionsOf(entity).every(({ transition }) => transition.key !== key)) return [];
  const asked = input.map((one) => one.key);
  const action = { key: keyOf('move', key), title, api, permission, success: `已${title}` };
  if (asked.length === 0) return [button('row', false, { ...action, confirm: `确定${title}吗？` })];
  return [{ ...button('row', false, { ...action, form: action.key }), input: asked }];
}

function keyOf(kind: string, key: string): string {
  return `${kind}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
