import { type DocumentSet, type FieldMask, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import type { JudgedPart, PartArea } from '../../../engine/model/view/index.ts';
import { type Caller, isCallOnly, maskModeOf, maskSourceOf } from '../../kernel/caller/caller.ts';
import { explainText } from '../../texts/access/explain-text.ts';
import { commonText } from '../../texts/common-text.ts';
import { keyTitles } from '../menu/menu-catalogue.ts';

/** What the places of a page are called. */
export const areaWords: Readonly<Record<PartArea, Message>> = {
  toolbar: explainText('explain.area.toolbar'),
  row: explainText('explain.area.row'),
  bulk: explainText('explain.area.bulk'),
  header: explainText('explain.area.header'),
  tab: explainText('explain.area.tab'),
  tabToolbar: explainText('explain.area.tabToolbar'),
  tabRow: explainText('explain.area.tabRow'),
  card: explainText('explain.area.card'),
  aside: explainText('explain.area.aside'),
  operation: explainText('explain.area.operation'),
  check: explainText('explain.area.check'),
  pick: explainText('explain.area.pick'),
};

/** A role in force, as far as it gives pages and permissions. */
export type GivingRole = {
  readonly name: string;
  readonly menus: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
};

/** A value of a dictionary in words. */
export function wordOf(dictionary: string, key: string, documents: DocumentSet): string {
  const value = documents.dictionaries.get(dictionary)?.values.find((one) => one.key === key);
  return value === undefined ? key : formatMessage(commonText('common.list', { list: { ...value, name: key } }));
}

/** What a part of a page is called. */
export function titleOfPart({ title, key, needs }: JudgedPart, documents: DocumentSet): string {
  if (title !== undefined) return title;
  return ('permission' in needs ? keyTitles(documents).get(needs.permission) : undefined) ?? key;
}

/** Who gives what is lacking. */
export function givenBy(roles: readonly string[]): string {
  return roles.length === 0
    ? formatMessage(explainText('explain.roles.none'))
    : formatMessage(explainText('explain.roles', { roles }));
}

const sourceWords = {
  staff: explainText('explain.mask.staff'),
  department: explainText('explain.mask.department'),
  role: explainText('explain.mask.role'),
  default: explainText('explain.mask.default'),
} as const;

/** How fields of one masking policy are shown to a caller, and what says so. */
export function maskReason(mask: FieldMask, caller: Caller, documents: DocumentSet): string {
  const source = maskSourceOf(caller, mask);
  const policy = wordOf('mask_kind', maskPolicyOf(mask), documents);
  const mode = wordOf('masking_mode', maskModeOf(caller, mask), documents);
  const dialled = isCallOnly(caller, mask) ? explainText('explain.mask.callOnly') : '';
  return formatMessage(explainText('explain.mask', { policy, source: sourceWords[source], mode, dialled }));
}
