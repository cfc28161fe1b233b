import type { MadeLine } from '../../db/design/design-store.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { logChange } from '../../records/log/operation-log.ts';

/**
 * Puts a page among those of the roles it was made for. It opens nothing but itself: what is on it everybody reads and
 * does by what he holds anyway, so nobody is asked whether he holds it.
 */
export async function giveToRoles({ name, title, roles }: MadeLine, inside: RuleContext): Promise<void> {
  for (const code of textsIn(roles)) {
    const found = await inside.records.findOne('role', { code });
    // A role may be gone since it was chosen.
    const role = found === undefined ? undefined : await inside.records.lockOne('role', found.id);
    const menus = textsIn(role?.menus);
    if (role === undefined || menus.includes('*') || menus.includes(name)) continue;
    await inside.records.update('role', role.id, { menus: [...menus, name] });
    const entity = modelOf(inside.documents, 'role');
    const words = `“${String(role.name)}”增加新页面“${title}”`;
    await logChange({ entity, id: role.id, action: 'page', title: words, facts: { page: name } }, inside);
  }
}

/** Texts of a list as it is kept. */
export function textsIn(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((item) => typeof item === 'string') : [];
}
