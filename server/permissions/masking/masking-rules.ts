import { isGranted } from '../../../engine/model/access/index.ts';
import { type DocumentSet, fieldMask, maskPolicies, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { clearnessOf } from '../../access/masks-in-force.ts';
import { revealsSince } from '../../db/reveal-store.ts';
import { type Caller, isCallOnly, maskModeOf, maskSourceOf, revealLimitOf } from '../../kernel/caller/caller.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { startOfToday } from '../../operations/read/reveal.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { refusePermission } from '../errors/errors.ts';
import { refuseClearer } from '../people/mask-author.ts';
import { checkMaskTarget } from '../people/mask-target.ts';

const targets = {
  role: { key: 'roleId', title: permissionText('permission.target.role') },
  department: { key: 'departmentId', title: permissionText('permission.target.department') },
  staff: { key: 'staffId', title: permissionText('permission.target.staff') },
} as const;
const targetKeys = ['targetType', 'roleId', 'departmentId', 'staffId', 'field'];

/**
 * Rules of masking policies: each is about one role, department or person, shows nobody more than its author sees, and is
 * written by nobody about himself or about who may more.
 */
export const maskingRules: DomainRules = {
  entity: 'masking_policy',

  async beforeCreate(values, context) {
    refuseClearer(values, context);
    const target = await targetOf(values, context);
    await checkMaskTarget({ ...values, ...target }, context);
    return target;
  },

  async beforeModify(record, changes, context) {
    if (targetKeys.some((key) => Object.hasOwn(changes, key) && changes[key] !== record[key]))
      throw refusePermission('E_MASK_TARGET');
    const after = { ...record, ...changes };
    if (isClearer(record, after)) refuseClearer(after, context);
    await checkMaskTarget(record, context);
    return {};
  },

  // Without it what is less specific holds, which may be clearer.
  beforeDelete: async (record, context) => {
    if (record.mode !== 'plain') refuseClearer({ ...record, mode: 'plain', callOnly: true }, context);
    await checkMaskTarget(record, context);
  },

  wholeActions: { mine: (_, context) => myMasks(context) },
};

const limits = ['revealDailyLimit', 'lookupMinuteLimit', 'lookupDailyLimit'];

function isClearer(before: StoredRecord, after: Values): boolean {
  const isOn = after.enabled === true && before.enabled !== true;
  const showsMore =
    limits.some((key) => Number(after[key]) > Number(before[key])) || after.callOnly !== before.callOnly;
  return clearnessOf(after.mode) > clearnessOf(before.mode) || showsMore || isOn || before.enabled !== after.enabled;
}

/** Whom a policy is about: exactly the one its kind of target names. */
async function targetOf(values: Values, { records }: RuleContext): Promise<Values> {
  const type = values.targetType;
  if (type !== 'role' && type !== 'department' && type !== 'staff') return {};
  const { key, title } = targets[type];
  const id = values[key];
  if (typeof id !== 'string')
    throw invalidInput([{ code: 'E_INPUT_REQUIRED', pointer: `/${key}`, title: formatMessage(title) }]);
  const row = await records.findOne(type, { id });
  const others = Object.values(targets).filter((target) => target.key !== key);
  return {
    ...Object.fromEntries(others.map((target) => [target.key, null])),
    targetId: id,
    targetName: String(row?.name ?? ''),
  };
}

/** How the fields of each masking policy are shown to the caller, what says so, and the reveals he has left today. */
async function myMasks({ caller, db, documents, now }: CallContext) {
  const used = await revealsSince(db, caller.staffId, startOfToday(now));
  const titles = new Map(documents.dictionaries.get('mask_kind')?.values.map(({ key, title }) => [key, title]));
  const revealed = revealedPolicies(caller, documents);
  return maskPolicies(documents).map((mask) => {
    const policy = maskPolicyOf(mask);
    const mode = maskModeOf(caller, mask);
    const callOnly = isCallOnly(caller, mask);
    const limit = mode === 'mask' && !callOnly && revealed.has(policy) ? revealLimitOf(caller, mask) : 0;
    return {
      field: policy,
      title: titles.get(policy) ?? policy,
      mode,
      callOnly,
      source: maskSourceOf(caller, mask),
      limit,
      left: Math.max(0, limit - (used.get(policy) ?? 0)),
    };
  });
}

/** Policies that fields go by whose values the caller may have shown in clear. */
function revealedPolicies({ grants }: Caller, { entities }: DocumentSet): ReadonlySet<string> {
  const open = [...entities.values()].filter(
    ({ name, operations }) => operations.includes('reveal') && isGranted(grants, `${name}:reveal`),
  );
  const masks = open.flatMap(({ fields }) => fields.flatMap((field) => fieldMask(field) ?? []));
  return new Set(masks.map(maskPolicyOf));
}
