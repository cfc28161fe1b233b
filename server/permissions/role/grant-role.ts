import { isGranted } from '../../../engine/model/access/index.ts';
import { type DocumentSet, maskKinds, maskPolicies, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { createRow } from '../../operations/write/create.ts';
import { modifyRow } from '../../operations/write/modify.ts';
import { mutate } from '../../records/change/mutate.ts';
import { idOf } from '../../records/read/view.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { maskingRules } from '../masking/masking-rules.ts';
import { roleRules } from './role-rules.ts';

type Changed = { readonly id: string; readonly version: number };

/** How the masked fields of one policy shall be shown to those who hold a role. */
type WantedMask = {
  readonly field: string;
  readonly mode: string;
  readonly revealDailyLimit?: number;
  readonly lookupMinuteLimit?: number;
  readonly lookupDailyLimit?: number;
  readonly callOnly?: boolean;
};

const maskEdit = 'masking_policy:edit';

/** Saves what a role gives and how it sees masked fields, all of it or nothing; the log tells the difference of each. */
export async function grantRole({ masks, ...input }: Values, context: CallContext): Promise<Changed> {
  const id = idOf(input);
  const wanted = readMasks(masks, context.documents);
  const book: RuleBook = new Map([roleRules, maskingRules].map((rules) => [rules.entity, rules]));
  return mutate('role.grant', { masks, ...input }, context, async (inside) => {
    const unkept = { ...inside, idempotencyKey: undefined };
    const changed = await modifyRow(modelOf(inside.documents, 'role'), input, unkept, book);
    for (const mask of wanted) await saveMask(id, mask, unkept, book);
    return changed;
  });
}

async function saveMask(roleId: string, mask: WantedMask, context: RuleContext, book: RuleBook): Promise<void> {
  const policies = modelOf(context.documents, 'masking_policy');
  const stored = await context.records.findOne('masking_policy', { roleId, field: mask.field });
  const { field, ...shown } = mask;
  // Of fields with a policy of their own nothing told is as it is told of their kind, not the usual.
  const isUntold = stored === undefined && !kinds.includes(field);
  const isSame = !isUntold && Object.entries(shown).every(([key, value]) => (stored ?? byDefault)[key] === value);
  if (isSame && (stored === undefined || stored.enabled === true)) return;
  if (!isGranted(context.caller.grants, maskEdit)) throw refuse('E_NO_PERMISSION', { expected: maskEdit });
  if (stored === undefined) await createRow(policies, { targetType: 'role', roleId, field, ...shown }, context, book);
  else await modifyRow(policies, { id: stored.id, version: stored.version, enabled: true, ...shown }, context, book);
}

/** What holds for a role of which nothing is said. */
const byDefault: Values = {
  mode: 'mask',
  revealDailyLimit: 50,
  lookupMinuteLimit: 20,
  lookupDailyLimit: 200,
  callOnly: false,
};

function readMasks(value: unknown, documents: DocumentSet): readonly WantedMask[] {
  const policies = maskPolicies(documents).map(maskPolicyOf);
  const isWanted = (mask: unknown): mask is WantedMask => isMask(mask) && policies.includes(mask.field);
  if (!Array.isArray(value) || !value.every(isWanted)) {
    throw wrongInput(
      '/masks',
      permissionText('permission.fields'),
      permissionText('permission.shape', { shape: '{field, mode}' }),
      typeof value,
    );
  }
  return value;
}

const kinds: readonly string[] = maskKinds;
const keys = ['field', ...Object.keys(byDefault)];

function isMask(value: unknown): value is WantedMask {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('mode' in value)) return false;
  return typeof value.field === 'string' && Object.keys(value).every((key) => keys.includes(key));
}
