import type { MenuDocument } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { isInCycle, parentsInForce, shippedNodes } from '../../access/menu-in-force.ts';
import { holdMenu, type MenuChange, readMenuChanges } from '../../db/menu-store.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { permissionText } from '../../texts/access/permission-text.ts';
import { refusePermission } from '../errors/errors.ts';
import { menuCatalogue } from './menu-catalogue.ts';
import { changeable, keepNode, type MenuKey, menuTitle, misplacedBy, type WantedNode } from './menu-changes.ts';

const longest: Partial<Record<MenuKey, number>> = { parentName: 64, title: 50, icon: 40 };

/** Rules of the menu: what is changed of a node lies over the document, and no node lies below itself. */
export const menuRules: DomainRules = {
  entity: 'menu',
  wholeActions: {
    catalogue: (_, { documents, db }) => menuCatalogue(documents, db),
    arrange: (input, context) => arrange(readNodes(input.nodes), context),
    reset: (input, context) => reset(String(input.name), context),
  },
};

/** Changes nodes, all or none; answers how many. */
async function arrange(nodes: readonly WantedNode[], context: CallContext): Promise<{ readonly changed: number }> {
  const { menu } = context.documents;
  return mutate('menu.arrange', nodes, context, async (inside) => {
    await holdMenu(inside.db);
    for (const { name } of nodes) checkName(name, menu);
    for (const node of nodes) await keepNode(node, inside);
    await inside.records.settle();
    const changes = await readMenuChanges(inside.db);
    for (const node of nodes) checkPlace(node, changes, inside);
    return { changed: nodes.length };
  });
}

/** Takes everything back that was changed of a node. */
async function reset(name: string, context: CallContext): Promise<{ readonly changed: number }> {
  return mutate('menu.reset', { name }, context, async (inside) => {
    await holdMenu(inside.db);
    checkName(name, inside.documents.menu);
    const stored = (await readMenuChanges(inside.db)).find((one) => one.name === name);
    if (stored === undefined) return { changed: 0 };
    await inside.records.remove('menu', stored.id);
    const entity = modelOf(inside.documents, 'menu');
    const { id, name: _, ...before } = stored;
    await logChange(
      { entity, id, action: 'reset', title: `${menuTitle(name, inside.documents)}恢复默认`, before, after: {} },
      inside,
    );
    const parents = parentsInForce(inside.documents.menu, await readMenuChanges(inside.db));
    if ([...parents.keys()].some((one) => isInCycle(one, parents)))
      throw refusePermission('E_MENU_CYCLE', { name: menuTitle(name, inside.documents) });
    return { changed: 1 };
  });
}

function checkName(name: string, menu: MenuDocument): void {
  if (name === menu.name) throw refusePermission('E_MENU_ROOT');
  if (!shippedNodes(menu).has(name))
    throw invalidInput([
      {
        code: 'E_INPUT_CHOICE',
        pointer: '/nodes',
        title: formatMessage(permissionText('permission.menu')),
        expected: formatMessage(permissionText('permission.menu.node')),
        got: name,
      },
    ]);
}

/** Where a node lies now must be a place for it. */
function checkPlace(node: WantedNode, changes: readonly MenuChange[], context: RuleContext): void {
  const wrong = misplacedBy(node, changes, context);
  if (wrong === undefined) return;
  throw refusePermission(misplacements[wrong.why], { name: menuTitle(wrong.name, context.documents) });
}

const misplacements = { parent: 'E_MENU_PARENT', cycle: 'E_MENU_CYCLE', ownPage: 'E_MENU_OWN_PAGE' } as const;

function readNodes(value: unknown): readonly WantedNode[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 500)
    throw wrongInput(
      '/nodes',
      permissionText('permission.menu.nodes'),
      permissionText('permission.menu.count'),
      typeof value,
    );
  return value.map((item: unknown, index) => readNode(item, index));
}

function readNode(item: unknown, index: number): WantedNode {
  const at = `/nodes/${index}`;
  if (typeof item !== 'object' || item === null || !('name' in item) || typeof item.name !== 'string')
    throw invalidInput([
      { code: 'E_INPUT_REQUIRED', pointer: `${at}/name`, title: formatMessage(permissionText('permission.menu.name')) },
    ]);
  const { name, ...given } = item;
  const values = Object.entries(given).map(([key, value]) => readValue(key, value, `${at}/${key}`));
  return { name: String(name), values: Object.fromEntries(values) };
}

function readValue(key: string, value: unknown, pointer: string): readonly [string, string | boolean | number | null] {
  const type = isKey(key) ? changeable[key] : undefined;
  if (type === undefined) throw invalidInput([{ code: 'E_INPUT_UNKNOWN', pointer, got: key }]);
  const maxLetters = isKey(key) ? (longest[key] ?? 0) : 0;
  if (value === null) return [key, null];
  if (typeof value === 'string' && type === 'string' && value.trim() !== '' && value.length <= maxLetters)
    return [key, value.trim()];
  if (typeof value === 'boolean' && type === 'boolean') return [key, value];
  if (typeof value === 'number' && type === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000)
    return [key, value];
  throw wrongInput(pointer, key, type, JSON.stringify(value));
}

function isKey(key: string): key is MenuKey {
  return Object.hasOwn(changeable, key);
}
