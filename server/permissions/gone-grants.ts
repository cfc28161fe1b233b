import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { documentsInForce } from '../access/documents-in-force.ts';
import { contentOf, type RoleContent, unknownNames } from '../access/role-content.ts';
import { type GoneGrant, holdGoneGrants, keepGone, takeLongGone } from '../db/gone-grant-store.ts';
import { modelOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { logChange } from '../records/log/operation-log.ts';

/** More roles than any company has. */
const maxRoles = 10_000;

/**
 * Takes from roles what they give by a name that has been gone from the documents for longer than a day, so that
 * something else that later has the name is nobody's; what was only gone for a moment stays. Answers how many roles it
 * changed. To be run in a transaction, at the start before anybody is served and now and then.
 */
export async function forgetGoneGrants(context: RuleContext): Promise<number> {
  await holdGoneGrants(context.db);
  const documents = await documentsInForce(context);
  const longGone = await takeLongGone(context.db);
  const roles = await context.records.find('role', {}, maxRoles);
  let changed = 0;
  const left: GoneGrant[] = [];
  for (const role of roles) {
    const before = contentOf(role);
    const after = without(before, longGone);
    if (await forgetIn(role, before, after, context)) changed += 1;
    left.push(...unknownNames(after, documents).filter(({ name }) => !isWaiting(name, documents)));
  }
  const distinct = new Map(left.map((one) => [`${one.kind} ${one.name}`, one]));
  await keepGone([...distinct.values()], context.db);
  return changed;
}

/** A page made in the app that cannot be shown just now may be shown again. */
function isWaiting(name: string, { made }: DocumentSet): boolean {
  return made?.left.some((page) => page.name === name) === true;
}

const lists = ['menus', 'permissions', 'entityScopes'] as const;

function without(content: RoleContent, gone: readonly GoneGrant[]): RoleContent {
  const isGone = (kind: GoneGrant['kind'], name: string) => gone.some((one) => one.kind === kind && one.name === name);
  return {
    ...content,
    menus: content.menus.filter((name) => !isGone('menus', name)),
    permissions: content.permissions.filter((key) => !isGone('permissions', key)),
    entityScopes: content.entityScopes.filter(({ entity }) => !isGone('entityScopes', entity)),
  };
}

async function forgetIn(
  role: StoredRecord,
  before: RoleContent,
  after: RoleContent,
  context: RuleContext,
): Promise<boolean> {
  const keys = lists.filter((key) => after[key].length < before[key].length);
  if (keys.length === 0) return false;
  const part = (content: RoleContent): Values => Object.fromEntries(keys.map((key) => [key, content[key]]));
  await context.records.update('role', role.id, part(after));
  const title = `“${String(role.name)}”收回文档中已没有的授权`;
  const entity = modelOf(context.documents, 'role');
  await logChange({ entity, id: role.id, action: 'forget', title, before: part(before), after: part(after) }, context);
  return true;
}
