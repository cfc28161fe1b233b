import type { MatrixAnswer, MatrixColumn, MatrixGroup, MatrixRow } from '../../../contract/access-matrix.ts';
import type { DocumentSet, PageDocument } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { covers } from '../../access/covers.ts';
import { viewedCaller } from '../../access/sessions.ts';
import { type Caller, maskModeOf, rowPolicyOf, systemCaller } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { explainText } from '../../texts/access/explain-text.ts';
import { coveredCaller } from '../people/impersonation.ts';
import { type JudgedPage, judgePage, partKey } from './judge-page.ts';
import { areaWords, titleOfPart, wordOf } from './words.ts';

const given = 'given';
const notGiven = 'none';

/**
 * Who may see and do what: every role in force that the asker covers, and people on demand, by pages, their parts, their
 * masked fields, and the reach of the rows of each entity.
 */
export async function matrixOf(input: Values, context: CallContext): Promise<MatrixAnswer> {
  const { documents } = context;
  const callers = [...(await rolesCovered(context)), ...(await peopleOf(input.staffIds, context))];
  const columns = callers.map((caller): MatrixColumn => {
    const { kind = 'staff', id = caller.staffId, name = caller.name } = caller.impersonation ?? {};
    return { kind, id, name };
  });
  const pages = [...documents.pages.values()].map((page) => pageGroup(page, callers, documents));
  const groups = [scopeGroup(callers, documents), ...pages];
  return { columns, groups, words: wordsOf(groups, documents) };
}

async function rolesCovered(context: CallContext): Promise<readonly Caller[]> {
  const records = new SqlRecordStore(context, { staffId: null, now: context.now });
  const callers: Caller[] = [];
  for (const { id } of await records.find('role', { enabled: true })) {
    const caller = await viewedCaller(context, context.caller, { kind: 'role', id });
    if (caller !== undefined && covers(context.caller, caller, context.documents)) callers.push(caller);
  }
  return callers;
}

async function peopleOf(ids: unknown, context: CallContext): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (const id of Array.isArray(ids) ? ids : [])
    callers.push(await coveredCaller({ kind: 'staff', id: String(id) }, context));
  return callers;
}

/** How far the rows of each entity reach. */
function scopeGroup(callers: readonly Caller[], documents: DocumentSet): MatrixGroup {
  const scoped = [...documents.entities.values()].filter(
    ({ access, operations }) => access !== undefined && operations.includes('query'),
  );
  const rows = scoped.map(({ name, title }): MatrixRow => {
    const cells = callers.map((caller) => {
      const { dataScope, departmentIds } = rowPolicyOf(caller, name);
      return dataScope === 'custom' ? `scope/custom/${departmentIds.length}` : `scope/${dataScope}`;
    });
    return { key: `scope/${name}`, title, area: formatMessage(explainText('matrix.scope')), cells };
  });
  return { key: 'scope', title: formatMessage(explainText('matrix.scope')), rows };
}

/** A page: whether it opens, its parts, and the fields on it that a mask lies on. */
function pageGroup(page: PageDocument, callers: readonly Caller[], documents: DocumentSet): MatrixGroup {
  // Whoever may do everything is shown every part there is.
  const whole = judgePage(page, systemCaller, documents);
  const judged = callers.map((caller) => ({ caller, own: judgePage(page, caller, documents) }));
  const cell = (codeOf: (own: JudgedPage, caller: Caller) => string) =>
    judged.map(({ own, caller }) => (own.lack === undefined ? codeOf(own, caller) : notGiven));
  const opening: MatrixRow = {
    key: page.name,
    title: formatMessage(explainText('matrix.open')),
    area: formatMessage(explainText('matrix.page')),
    cells: cell(() => given),
  };
  const parts = whole.parts.map((part): MatrixRow => {
    const key = partKey(part);
    const isGiven = ({ parts: own }: JudgedPage) => own.some((one) => one.isAllowed && partKey(one) === key);
    return {
      key: `${page.name}/${key}`,
      title: titleOfPart(part, documents),
      area: formatMessage(areaWords[part.area]),
      cells: cell((own) => (isGiven(own) ? given : notGiven)),
    };
  });
  const fields = whole.fields.flatMap(({ entity, path, title, mask }): readonly MatrixRow[] => {
    if (mask === undefined) return [];
    const cells = cell((_, caller) => `mask/${maskModeOf(caller, mask)}`);
    return [
      { key: `${page.name}/field/${entity}/${path}`, title, area: formatMessage(explainText('matrix.field')), cells },
    ];
  });
  return { key: page.name, title: page.title, rows: [opening, ...parts, ...fields] };
}

/** What each code of the cells is called in the language of the call. */
function wordsOf(groups: readonly MatrixGroup[], documents: DocumentSet): MatrixAnswer['words'] {
  const codes = new Set(groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)));
  return Object.fromEntries([...codes].map((code) => [code, codeWord(code, documents)]));
}

function codeWord(code: string, documents: DocumentSet): string {
  if (code === given || code === notGiven) return formatMessage(explainText(`matrix.${code}`));
  const [kind, key = '', count] = code.split('/');
  if (kind === 'mask') return wordOf('masking_mode', key, documents);
  const scope = wordOf('data_scope', key, documents);
  return count === undefined ? scope : formatMessage(explainText('matrix.custom', { scope, count }));
}
