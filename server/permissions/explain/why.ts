import { isGranted } from '../../../engine/model/access/index.ts';
import { type DocumentSet, entityOfPage, type PageDocument } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { JudgedPart } from '../../../engine/model/view/index.ts';
import type { ExplainedPart, WhyAnswer } from '../../../engine/model/wire/index.ts';
import { menuInForce } from '../../access/menu-in-force.ts';
import { contentOf } from '../../access/role-content.ts';
import { readMenuChanges } from '../../db/menu-store.ts';
import { type Caller, maskModeOf, mayOpen } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { explainText } from '../../texts/access/explain-text.ts';
import { keyTitles } from '../menu/menu-catalogue.ts';
import { coveredCaller, targetOf } from '../people/impersonation.ts';
import { explainActions, recordActions } from './explain-actions.ts';
import { emptyPaths, explainRow, findRow } from './explain-row.ts';
import { type JudgedField, type JudgedPage, judgePage, partKey } from './judge-page.ts';
import { areaWords, type GivingRole, givenBy, maskReason, titleOfPart } from './words.ts';

/**
 * Why a person or a role sees a page as he does: the page itself, every part of it that needs something, every field, and
 * on demand a row. The asker must cover whom he asks about, and reach the row himself.
 */
export async function whyOf(input: Values, context: CallContext): Promise<WhyAnswer> {
  const { documents } = context;
  const page = documents.pages.get(String(input.page));
  if (page === undefined) throw refuse('E_NOT_FOUND');
  const target = targetOf(input);
  const subject = await coveredCaller(target, context);
  const judged = judgePage(page, subject, documents);
  const roles = await givingRoles(context);
  const isOpen = judged.lack === undefined;
  const asked = await askedRow(page, subject, input.record, context);
  const isReached = isOpen && asked?.row.isReached === true;
  const actions =
    isReached && asked !== null ? await explainActions(page, asked.entity, asked.row.id, subject, context) : [];
  const empty =
    asked === null
      ? new Set<string>()
      : await emptyPaths(
          judged.fields.filter(({ entity }) => entity === asked.entity).map(({ path }) => path),
          asked.row.id,
          { entity: asked.entity, subject },
          context,
        );
  const reason = await pageReason(page, judged, roles, context);
  return {
    subject: { ...target, name: subject.impersonation?.name ?? '' },
    page: { name: page.name, title: page.title, isOpen, reason },
    pages: [...documents.pages.values()]
      .filter(({ name }) => mayOpen(context.caller, name))
      .map(({ name, title }) => ({ name, title })),
    parts: [
      ...judged.parts.map((part) => explainedPart(part, page, isOpen, actions, roles, documents)),
      ...judged.fields.map((field) => explainedField(field, empty, subject, documents)),
    ],
    row: asked?.row ?? null,
  };
}

async function askedRow(page: PageDocument, subject: Caller, record: unknown, context: CallContext) {
  const entity = entityOfPage(page);
  if (typeof record !== 'string' || record.trim() === '' || entity === undefined) return null;
  const id = await findRow(entity, record.trim(), context);
  return { entity, row: await explainRow(id, { page, entity, subject }, context) };
}

/** The roles in force, with what they give. */
async function givingRoles(context: CallContext): Promise<readonly GivingRole[]> {
  const records = new SqlRecordStore(context, { staffId: null, now: context.now });
  const stored = await records.find('role', { enabled: true });
  return stored.map((role) => {
    const { menus, permissions } = contentOf(role);
    return { name: String(role.name), menus: new Set(menus), permissions: new Set(permissions) };
  });
}

function rolesWith(needs: JudgedPart['needs'], roles: readonly GivingRole[]): readonly string[] {
  return roles
    .filter(({ menus, permissions }) =>
      'page' in needs ? menus.has('*') || menus.has(needs.page) : isGranted(permissions, needs.permission),
    )
    .map(({ name }) => name);
}

function lackWords(needs: JudgedPart['needs'], roles: readonly GivingRole[], documents: DocumentSet): string {
  const given = givenBy(rolesWith(needs, roles));
  if ('page' in needs)
    return formatMessage(
      explainText('explain.lacksPage', { page: documents.pages.get(needs.page) ?? needs.page, given }),
    );
  return formatMessage(
    explainText('explain.lacksPermission', {
      title: keyTitles(documents).get(needs.permission) ?? needs.permission,
      key: needs.permission,
      given,
    }),
  );
}

/** Why the page can be opened or not, and why the menu does not show it. */
async function pageReason(
  page: PageDocument,
  { lack }: JudgedPage,
  roles: readonly GivingRole[],
  { documents, db }: CallContext,
): Promise<string> {
  if (lack !== undefined) return lackWords(lack, roles, documents);
  const place = placeInMenu(menuInForce(documents.menu, await readMenuChanges(db)), page.name);
  if (place === undefined) return formatMessage(explainText('explain.page.elsewhere'));
  if (!place.isEnabled) return formatMessage(explainText('explain.page.disabled'));
  return place.isHidden
    ? formatMessage(explainText('explain.page.hidden'))
    : formatMessage(explainText('explain.page.open'));
}

type Entries = ReturnType<typeof menuInForce>;

function placeInMenu(entries: Entries, name: string): { isHidden: boolean; isEnabled: boolean } | undefined {
  for (const entry of entries) {
    const below = entry.name === name ? { isHidden: false, isEnabled: true } : placeInMenu(entry.children, name);
    if (below !== undefined)
      return { isHidden: below.isHidden || entry.hidden, isEnabled: below.isEnabled && entry.enabled };
  }
  return undefined;
}

function explainedPart(
  part: JudgedPart,
  page: PageDocument,
  isOpen: boolean,
  ofRecord: readonly ExplainedPart[],
  roles: readonly GivingRole[],
  documents: DocumentSet,
): ExplainedPart {
  const key = partKey(part);
  const told = { key, area: formatMessage(areaWords[part.area]), title: titleOfPart(part, documents) };
  if (!part.isAllowed) return { ...told, state: 'hidden', reason: lackWords(part.needs, roles, documents) };
  if (!isOpen) return { ...told, state: 'hidden', reason: formatMessage(explainText('explain.page.closed')) };
  const own = ofRecord.find((action) => action.key === key);
  if (own !== undefined) return own;
  const condition = conditionOf(part, page);
  const reason =
    condition === undefined
      ? formatMessage(explainText('explain.part.allowed'))
      : formatMessage(explainText('explain.part.byRecord', { condition }));
  return { ...told, state: 'visible', reason };
}

function conditionOf({ area, key }: JudgedPart, page: PageDocument): string | undefined {
  const { area: ofRecord, actions } = recordActions(page);
  const action = area === ofRecord ? actions.find((one) => one.key === key) : undefined;
  return action?.visibleWhen ?? action?.enabledWhen;
}

function explainedField(
  { entity, path, title, mask, isShown }: JudgedField,
  empty: ReadonlySet<string>,
  subject: Caller,
  documents: DocumentSet,
): ExplainedPart {
  const told = { key: `field/${entity}/${path}`, area: formatMessage(explainText('explain.field')), title };
  if (!isShown) return { ...told, state: 'hidden', reason: formatMessage(explainText('explain.field.unseen')) };
  if (mask !== undefined) {
    const mode = maskModeOf(subject, mask);
    const reason = maskReason(mask, subject, documents);
    if (mode !== 'plain') return { ...told, state: mode === 'hidden' ? 'hidden' : 'masked', reason };
    if (!empty.has(path)) return { ...told, state: 'visible', reason };
  }
  if (empty.has(path)) return { ...told, state: 'empty', reason: formatMessage(explainText('explain.field.empty')) };
  return { ...told, state: 'visible', reason: formatMessage(explainText('explain.field.clear')) };
}
