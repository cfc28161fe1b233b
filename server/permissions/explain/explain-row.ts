import type { EntityDocument, PageDocument } from '../../../engine/model/documents/index.ts';
import { type EntityModel, pathTitle, resolvePath } from '../../../engine/model/entity/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { ExplainedCondition, ExplainedRow } from '../../../engine/model/wire/index.ts';
import { type Caller, rowPolicyOf } from '../../kernel/caller/caller.ts';
import { AppError, refuse } from '../../kernel/errors/app-error.ts';
import { clauses } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { evaluateConditions, unreachedPaths } from '../../records/plan/evaluate-conditions.ts';
import { isOwnOnly } from '../../records/plan/row-policy-conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { type ScopeCondition, scopeConditions } from '../../records/policy/row-policy.ts';
import { queryRows } from '../../records/read/query.ts';
import { viewRow } from '../../records/read/view.ts';
import { explainText } from '../../texts/access/explain-text.ts';
import { keyTitles } from '../menu/menu-catalogue.ts';
import { valueWords } from './explain-actions.ts';
import { wordOf } from './words.ts';

/** Whose reach of which rows is to be explained, and by whom it is asked. */
type Asked = { readonly page: PageDocument; readonly entity: string; readonly subject: Caller };

/** The id of a row that the asker reaches himself, told by its id, its number or its name; anything else is missing. */
export async function findRow(entity: string, wanted: string, context: CallContext): Promise<string> {
  const model = modelOf(context.documents, entity);
  const own = { ...context, page: undefined };
  if (isId(wanted)) return (await viewRow(model, { id: wanted, fields: [] }, own)).id;
  const keys = [...model.fields.values()]
    .filter(
      ({ key, mask, secret, sequence }) =>
        (sequence !== undefined || key === model.document.label) && mask === undefined && secret !== true,
    )
    .map(({ key }) => key);
  const where = { or: keys.map((field) => ({ field, op: 'eq', value: wanted })) };
  const { list } = await queryRows(model, { where, fields: [], size: 1 }, own);
  const id = list[0]?.id;
  if (id === undefined) throw refuse('E_NOT_FOUND');
  return id;
}

/** Whether somebody reaches a row on a page, and which of the conditions that bind its rows leave it out. */
export async function explainRow(id: string, asked: Asked, context: CallContext): Promise<ExplainedRow> {
  const { page, entity, subject } = asked;
  const model = modelOf(context.documents, entity);
  const theirs = { ...context, caller: subject, page };
  const plan = new SelectPlan(theirs, model);
  const conditions = await conditionsOf(plan, theirs);
  const values = await ownValues(model, id, conditions, context);
  const label = valueWords(values[model.document.label]);
  if ('lacking' in conditions) {
    const title = keyTitles(context.documents).get(conditions.lacking) ?? conditions.lacking;
    const detail = formatMessage(explainText('explain.lacks', { title, key: conditions.lacking }));
    return {
      id,
      label,
      isReached: false,
      conditions: [{ key: 'scope', title: formatMessage(explainText('explain.row.scope')), holds: false, detail }],
    };
  }
  const held = await evaluateConditions(
    plan,
    conditions.map(({ sql: condition }) => condition),
    id,
    context.db,
  );
  const told = conditions.map(
    (condition, index): ExplainedCondition => ({
      key: `${condition.kind}/${condition.name ?? ''}`,
      holds: held[index] === true,
      ...wordsOf(condition, values, model, asked, context),
    }),
  );
  return { id, label, isReached: told.every(({ holds }) => holds), conditions: told };
}

/** Paths behind a relation whose row somebody does not reach, though there is a value: their cells are empty for him. */
export async function emptyPaths(
  paths: readonly string[],
  id: string,
  { entity, subject }: Pick<Asked, 'entity' | 'subject'>,
  context: CallContext,
): Promise<ReadonlySet<string>> {
  const plan = new SelectPlan({ ...context, caller: subject }, modelOf(context.documents, entity));
  return unreachedPaths(plan, paths, id, context.db);
}

type Conditions = readonly ScopeCondition[] | { readonly lacking: string };

async function conditionsOf(plan: SelectPlan, context: CallContext): Promise<Conditions> {
  try {
    return await scopeConditions(plan, context);
  } catch (error) {
    if (error instanceof AppError && error.code === 'E_NO_PERMISSION')
      return { lacking: String(error.facts.expected ?? '') };
    throw error;
  }
}

/** What the asker himself sees of the fields that the conditions are about. */
async function ownValues(
  model: EntityModel,
  id: string,
  conditions: Conditions,
  context: CallContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { documents } = context;
  const { access, label } = model.document;
  const filters =
    'lacking' in conditions ? [] : conditions.flatMap(({ kind, name }) => (kind === 'filter' ? (name ?? []) : []));
  const own = [
    ...(access?.owner ?? []),
    ...(access?.department ?? []),
    ...(access?.project ?? []),
    ...(access?.hiddenFrom ?? []),
    ...(access?.reserved ?? []).flatMap(({ where }) => Object.keys(where)),
    ...filters,
  ].flat();
  const labelled = own.flatMap((path) => {
    const field = resolvePath(documents.entities, model.document, path)?.field;
    const target = field?.type === 'ref' ? documents.entities.get(field.ref ?? '') : undefined;
    return target === undefined || !path.endsWith('Id') ? [] : [`${path.slice(0, -2)}.${target.label}`];
  });
  const fields = [...new Set([label, ...own, ...labelled])].filter(
    (path) => resolvePath(documents.entities, model.document, path) !== undefined,
  );
  return viewRow(model, { id, fields }, { ...context, page: undefined });
}

function wordsOf(
  { kind, name }: ScopeCondition,
  values: Readonly<Record<string, unknown>>,
  { document }: EntityModel,
  { page, subject }: Asked,
  context: CallContext,
): Pick<ExplainedCondition, 'title' | 'detail'> {
  const { documents } = context;
  const has = (paths: readonly string[]) =>
    clauses(
      paths.map((path) =>
        formatMessage(
          explainText('explain.row.value', {
            title: pathTitle(documents.entities, document, path),
            value: shown(values, path, document.label),
          }),
        ),
      ),
    );
  const { access } = document;
  const theirs = theirsOf(document, has, documents);
  switch (kind) {
    case 'live':
      return { title: formatMessage(explainText('explain.row.live')), detail: '' };
    case 'own':
      return { title: ownTitle(document, subject, documents), detail: theirs };
    case 'page':
      return {
        title: formatMessage(explainText(name === 'mine' ? 'explain.row.mine' : 'explain.row.department', { page })),
        detail: theirs,
      };
    case 'named': {
      const scope = access?.scopes?.find(({ key }) => key === name);
      return {
        title: formatMessage(explainText('explain.row.named', { title: scope?.title ?? name })),
        detail: scope?.when ?? '',
      };
    }
    case 'projects':
      return {
        title: formatMessage(explainText('explain.row.projects')),
        detail: has(access?.project === undefined ? [] : [access.project]),
      };
    case 'hidden':
      return { title: formatMessage(explainText('explain.row.hidden')), detail: has(access?.hiddenFrom ?? []) };
    case 'reserved': {
      const reserved = access?.reserved ?? [];
      const paths = [...new Set(reserved.flatMap(({ where }) => Object.keys(where)))];
      return {
        title: formatMessage(explainText('explain.row.reserved', { titles: reserved.map(({ title }) => title) })),
        detail: has(paths),
      };
    }
    case 'filterWhen':
      return {
        title: formatMessage(explainText('explain.row.filterWhen')),
        detail: ('filterWhen' in page ? page.filterWhen : undefined) ?? '',
      };
    case 'filter':
      return { title: filterTitle(name ?? '', document, page, documents), detail: has([name ?? '']) };
  }
}

/** Whose a row is: what it says of that, and who else decides it. */
function theirsOf(
  { access }: EntityDocument,
  has: (paths: readonly string[]) => string,
  { entities }: CallContext['documents'],
): string {
  const through = (access?.through ?? []).map(({ entity }) =>
    formatMessage(explainText('explain.row.through', { entity: entities.get(entity) ?? entity })),
  );
  const own = has([...(access?.owner ?? []), ...(access?.department ?? [])]);
  return clauses([own, ...through].filter((part) => part !== ''));
}

function ownTitle(
  { access, name }: EntityDocument,
  subject: Asked['subject'],
  documents: CallContext['documents'],
): string {
  if (isOwnOnly(access, subject))
    return formatMessage(explainText('explain.row.ownOnly', { permission: access?.others ?? '' }));
  return formatMessage(
    explainText('explain.row.own', { scope: wordOf('data_scope', rowPolicyOf(subject, name).dataScope, documents) }),
  );
}

function filterTitle(
  path: string,
  document: EntityDocument,
  page: Asked['page'],
  { entities }: CallContext['documents'],
): string {
  const asked = 'filter' in page ? page.filter?.[path] : undefined;
  return formatMessage(
    explainText('explain.row.filter', { title: pathTitle(entities, document, path), value: valueWords(asked) }),
  );
}

/** A value the asker sees; of a related record its name. */
function shown(values: Readonly<Record<string, unknown>>, path: string, label: string): string {
  const related = path.endsWith('Id') ? values[path.slice(0, -2)] : undefined;
  if (typeof related === 'object' && related !== null) {
    const name = Object.entries(related).find(([key, value]) => key !== 'id' && typeof value === 'string')?.[1];
    if (typeof name === 'string' && name !== label) return name;
  }
  return valueWords(
    path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
        values,
      ),
  );
}
