import { type DocumentSet, type FieldMask, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import type { JudgedPart, PartArea } from '../../../engine/model/view/index.ts';
import { type Caller, isCallOnly, maskModeOf, maskSourceOf } from '../../kernel/caller/caller.ts';
import { keyTitles } from '../menu/menu-catalogue.ts';

/** What the places of a page are called. */
export const areaWords: Readonly<Record<PartArea, string>> = {
  toolbar: '工具栏',
  row: '行操作',
  bulk: '批量操作',
  header: '页头',
  tab: '页签',
  tabToolbar: '页签的按钮',
  tabRow: '页签的行操作',
  card: '卡片',
  aside: '旁边的树',
  operation: '页面的操作',
  check: '边填边查',
  pick: '从列表选择',
};

/** A role in force, as far as it gives pages and permissions. */
export type GivingRole = {
  readonly name: string;
  readonly menus: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
};

/** A value of a dictionary in words. */
export function wordOf(dictionary: string, key: string, documents: DocumentSet): string {
  return documents.dictionaries.get(dictionary)?.values.find((value) => value.key === key)?.title ?? key;
}

/** What a part of a page is called. */
export function titleOfPart({ title, key, needs }: JudgedPart, documents: DocumentSet): string {
  if (title !== undefined) return title;
  return ('permission' in needs ? keyTitles(documents).get(needs.permission) : undefined) ?? key;
}

/** Who gives what is lacking. */
export function givenBy(roles: readonly string[]): string {
  return roles.length === 0 ? '没有启用的角色有它' : `有它的角色：${roles.join('、')}`;
}

const sourceWords = {
  staff: '个人的脱敏设置',
  department: '部门的脱敏设置',
  role: '角色的脱敏设置',
  default: '没有脱敏设置，按默认的方式',
} as const;

/** How fields of one masking policy are shown to a caller, and what says so. */
export function maskReason(mask: FieldMask, caller: Caller, documents: DocumentSet): string {
  const source = maskSourceOf(caller, mask);
  const policy = wordOf('mask_kind', maskPolicyOf(mask), documents);
  const mode = wordOf('masking_mode', maskModeOf(caller, mask), documents);
  const dialled = isCallOnly(caller, mask) ? '，仅可点击拨号' : '';
  return `${policy}：${sourceWords[source]}，${mode}${dialled}`;
}
