import type { PackageLine, PackedNode } from '../../../contract/design/page-packages.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { nearestName } from '../../../engine/model/naming/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { shippedNodes } from '../../access/menu-in-force.ts';
import { type MenuChange, readMenuChanges } from '../../db/menu-store.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import {
  changeable,
  keepNode,
  type MenuKey,
  type Misplaced,
  menuTitle,
  misplacedBy,
  type WantedNode,
} from '../../permissions/menu/menu-changes.ts';
import { commonText } from '../../texts/common-text.ts';
import { packageText } from '../../texts/design/package-text.ts';
import { mayArrange, menuRightFaults } from './right-to-make.ts';

/** What a package changes of one node of the menu. */
export type MenuPart = { readonly line: PackageLine; readonly node: WantedNode };

type Changes = Omit<MenuChange, 'id'>;

const keys: readonly MenuKey[] = ['parentName', 'title', 'icon', 'hidden', 'keepAlive', 'sortNo', 'enabled'];

/** Everything changed of the menu that there is still, of pages those the caller opens; nothing for who may not change it. */
export async function packedMenu(context: CallContext): Promise<readonly PackedNode[] | undefined> {
  const { caller, db, documents } = context;
  if (!mayArrange(context)) return undefined;
  const nodes = shippedNodes(documents.menu);
  const isSeen = (name: string) => !documents.pages.has(name) || mayOpen(caller, name);
  return (await readMenuChanges(db))
    .filter(({ name }) => nodes.has(name) && isSeen(name))
    .map(({ id: _, ...change }) => change)
    .filter((change) => keys.some((key) => change[key] !== null));
}

/** What the menu would be with the changes of a package over those there are here. */
export async function menuParts(packed: readonly PackedNode[], context: CallContext): Promise<readonly MenuPart[]> {
  if (packed.length === 0) return [];
  const stored = await readMenuChanges(context.db);
  const names = new Set(packed.map(({ name }) => name));
  const changes = [...stored.filter(({ name }) => !names.has(name)), ...packed];
  return packed.map((one) => partOf(one, { before: stored.find(({ name }) => name === one.name), changes }, context));
}

type Around = {
  readonly before: Changes | undefined;
  /** Everything changed of the menu, were the package brought. */
  readonly changes: readonly Changes[];
};

function partOf(packed: PackedNode, { before, changes }: Around, context: CallContext): MenuPart {
  const { name, ...values } = packed;
  const { documents } = context;
  const changed = keys.filter((key) => values[key] !== (before?.[key] ?? null));
  const node = { name, values };
  const told = (state: PackageLine['state'], faults: readonly Fault[] = []): MenuPart => ({
    line: {
      ...{ kind: 'menu', page: name, title: menuTitle(name, documents), level: null, role: null },
      ...{ edits: changed.length, changes: changed.map((key) => wordsOf(key, values[key], documents)) },
      ...{ asleep: [], conflicts: 0, state, faults },
    },
    node,
  });
  const unfit = unfitNode(name, documents);
  if (unfit !== undefined) return told('faulty', [unfit]);
  if (changed.length === 0) return told('same');
  const misplaced = misplacedBy(node, changes, context);
  const faults = [
    ...menuRightFaults(context),
    ...(misplaced === undefined ? [] : [faultOf(misplaced, node, documents)]),
  ];
  if (faults.length > 0) return told('faulty', faults);
  return told(before === undefined ? 'new' : 'replaced');
}

/** Why nothing can be changed of a node at all. */
function unfitNode(name: string, { menu }: DocumentSet): Fault | undefined {
  const pointer = '/name';
  if (name === menu.name)
    return { code: 'E_INPUT_RULE', pointer, expected: formatMessage(packageText('package.root')) };
  const known = shippedNodes(menu);
  if (known.has(name)) return undefined;
  const nearest = nearestName(name, known.keys());
  return { code: 'E_SCHEMA_UNKNOWN_NAME', pointer, got: name, ...(nearest === undefined ? {} : { nearest }) };
}

function faultOf({ why, name }: Misplaced, { values }: WantedNode, documents: DocumentSet): Fault {
  switch (why) {
    case 'parent': {
      const groups = [...shippedNodes(documents.menu)].filter(([, { node }]) => node.children !== undefined);
      const nearest = nearestName(
        name,
        groups.map(([group]) => group),
      );
      const fault = { code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/parentName', got: String(values.parentName) } as const;
      return {
        ...fault,
        expected: formatMessage(packageText('package.group')),
        ...(nearest === undefined ? {} : { nearest }),
      };
    }
    case 'cycle':
      return { code: 'E_INPUT_RULE', pointer: '/parentName', expected: formatMessage(packageText('package.cycle')) };
    case 'ownPage':
      return {
        code: 'E_INPUT_RULE',
        pointer: '/enabled',
        expected: formatMessage(packageText('package.ownPage', { page: menuTitle(name, documents) })),
      };
  }
}

const words = {
  ...{
    parentName: packageText('package.menu.parentName'),
    title: packageText('package.menu.title'),
    icon: packageText('package.menu.icon'),
    hidden: packageText('package.menu.hidden'),
    keepAlive: packageText('package.menu.keepAlive'),
  },
  ...{ sortNo: packageText('package.menu.sortNo'), enabled: packageText('package.menu.enabled') },
} as const satisfies Record<MenuKey, Message>;

/** A change as whoever rehearses reads it: 上级“推广列表”. */
function wordsOf(key: MenuKey, value: WantedNode['values'][MenuKey], documents: DocumentSet): string {
  if (value === null || value === undefined)
    return formatMessage(packageText('package.menu.byDefault', { what: words[key] }));
  if (changeable[key] === 'boolean') {
    const is = commonText(value === true ? 'common.yes' : 'common.no');
    return formatMessage(packageText('package.menu.is', { what: words[key], is }));
  }
  const as = key === 'parentName' ? menuTitle(String(value), documents) : String(value);
  return formatMessage(packageText('package.menu.as', { what: words[key], as }));
}

/** Keeps the changes that there are not yet. */
export async function bringMenu(parts: readonly MenuPart[], inside: RuleContext): Promise<void> {
  for (const { line, node } of parts)
    if (line.state === 'new' || line.state === 'replaced') await keepNode(node, inside);
}
