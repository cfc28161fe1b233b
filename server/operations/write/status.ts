import { enabledField, isGranted, statusPermission } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { idOf } from '../../records/read/view.ts';
import { commonText } from '../../texts/common-text.ts';
import { writeText } from '../../texts/write-text.ts';
import { lockedRecord } from './modify.ts';

type Changed = { readonly id: string; readonly version: number };

/** Enables or disables a row, `{id, enabled}`; each of the two asks for its own permission. */
export async function setStatus(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<Changed> {
  const enabled = enabledOf(entity, body, context);
  const { id, version } = await switchRow(entity, idOf(body), enabled, context, rules);
  return { id, version };
}

/** The same for each of many rows. */
export function statusOfRows(entity: EntityModel, rules: RuleBook): RowWork {
  const { name } = entity.document;
  return {
    async prepare(input, context) {
      const enabled = enabledOf(entity, input, context);
      return async (id, inside) => {
        const { isChanged } = await switchRow(entity, id, enabled, inside, rules);
        return isChanged ? { enabled: !enabled } : undefined;
      };
    },
    undo: {
      permission: (input) => statusPermission(name, input[enabledField] !== true),
      run: async (id, kept, context) => {
        await switchRow(entity, id, kept.enabled === true, context, rules);
      },
    },
  };
}

function enabledOf({ document }: EntityModel, body: Values, context: CallContext): boolean {
  const enabled = body[enabledField];
  if (typeof enabled !== 'boolean') {
    throw wrongInput(`/${enabledField}`, writeText('write.enabledField'), commonText('common.yesOrNo'), typeof enabled);
  }
  const key = statusPermission(document.name, enabled);
  if (!isGranted(context.caller.grants, key)) throw refuse('E_NO_PERMISSION', { expected: key });
  return enabled;
}

async function switchRow(
  entity: EntityModel,
  id: string,
  enabled: boolean,
  context: CallContext,
  rules: RuleBook,
): Promise<Changed & { readonly isChanged: boolean }> {
  const { name } = entity.document;
  return mutate(`${name}.status`, { id, enabled }, context, async (inside) => {
    const record = await lockedRecord(entity, id, inside);
    const changes = await updateRow(entity, record, { [enabledField]: enabled }, inside, rules);
    if (Object.keys(changes).length === 0) return { id, version: record.version, isChanged: false };
    await followChange(name, record, changes, inside, rules);
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key]]));
    const action = enabled ? 'enable' : 'disable';
    const title = writeText(`write.${action}d`);
    await logChange({ entity, id, action, title, before, after: changes }, inside);
    return { id, version: record.version + 1, isChanged: true };
  });
}
