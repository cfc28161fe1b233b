import { isGranted, verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityPrint, PrintList, PrintSection } from '../../../engine/model/documents/index.ts';
import { type EntityModel, filterWhere, printItem, resolvePath } from '../../../engine/model/entity/index.ts';
import { type Scope, textHolds } from '../../../engine/model/expression/index.ts';
import { printedPaths } from '../../../engine/model/record/index.ts';
import { type PrintedSection, type PrintedSheet, pictureAddressesKey } from '../../../engine/model/wire/index.ts';
import { signedAddress } from '../../files/signed-address.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { drawCode } from '../../qrcode/draw-code.ts';
import { queryRows } from '../../records/read/query.ts';
import { viewRow } from '../../records/read/view.ts';
import { withPictureAddresses } from '../read/picture-addresses.ts';
import type { PrintMark } from './number-prints.ts';
import { printedColumn, printedFact, valueAt, workedOut } from './printed-values.ts';

type Row = Readonly<Record<string, unknown>>;
type Reading = {
  readonly entity: EntityModel;
  readonly print: EntityPrint;
  readonly id: string;
  readonly scope: Scope & { readonly record: Row };
  readonly context: CallContext;
};

/** The sheets of these records, each as its reader may see it: masks stay on, and a record out of reach is refused. */
export async function printedSheets(
  entity: EntityModel,
  print: EntityPrint,
  marks: readonly PrintMark[],
  context: CallContext,
): Promise<readonly PrintedSheet[]> {
  const sheets: PrintedSheet[] = [];
  for (const mark of marks) {
    const body = { id: mark.id, fields: [...printedPaths(print)] };
    const record = withPictureAddresses(entity, await viewRow(entity, body, context), context);
    const { caller, now, calendar } = context;
    const scope = { record, user: callerValues(caller), now, calendar };
    sheets.push({
      ...mark,
      title: print.title,
      sections: await sectionsOf({ entity, print, id: mark.id, scope, context }),
    });
  }
  return sheets;
}

async function sectionsOf(reading: Reading): Promise<readonly PrintedSection[]> {
  const sections: PrintedSection[] = [];
  for (const section of reading.print.sections) {
    if (section.when !== undefined && !textHolds(section.when, reading.scope)) continue;
    const { key, title, words, list } = section;
    if (list !== undefined && !mayList(list, reading)) continue;
    sections.push({
      key,
      ...(title === undefined ? {} : { title }),
      ...(words === undefined ? {} : { words }),
      ...factsOf(section, reading),
      ...(list === undefined ? {} : { table: await listOf(list, section, reading) }),
      ...textOf(section, reading),
      ...picturesOf(section, reading),
      ...(await codeOf(section, reading)),
    });
  }
  return sections;
}

function factsOf(section: PrintSection, reading: Reading): Partial<PrintedSection> {
  const { fields, rows, columns } = section;
  if (fields === undefined || section.list !== undefined) return {};
  if (rows !== undefined) return { table: tableOf(section, rows, reading) };
  const { entity, scope, context, print } = reading;
  const facts = fields.map((item) => printedFact(item, entity.document, context.documents, scope));
  return { facts, columns: columns ?? (print.paper.startsWith('A4') ? 2 : 1) };
}

function tableOf(
  { fields = [], sums }: PrintSection,
  rows: string,
  { entity, scope, context: { documents } }: Reading,
): NonNullable<PrintedSection['table']> {
  const child = modelOf(documents, entity.children.get(rows)?.entity ?? '').document;
  const columns = fields.map((item) => printedColumn(item, child, documents));
  const list: unknown = scope.record[rows];
  const records: readonly Row[] = Array.isArray(list) ? list : [];
  const totals =
    sums === undefined ? undefined : columns.map(({ kind, path }) => (sums.includes(kind.key) ? path : null));
  return {
    columns: columns.map(({ kind }) => kind),
    rows: records.map((row) => columns.map(({ read }) => read(row))),
    ...(totals === undefined ? {} : { sums: totals.map((path) => (path === null ? null : sumOf(path, rows, scope))) }),
  };
}

const maxListed = 500;

function mayList({ entity }: PrintList, { context }: Reading): boolean {
  return isGranted(context.caller.grants, `${entity}:${verbPermissions.query}`);
}

/** Rows of another entity that refer to the record, those the reader reaches. */
async function listOf(
  list: PrintList,
  { fields = [] }: PrintSection,
  { id, context }: Reading,
): Promise<NonNullable<PrintedSection['table']>> {
  const listed = modelOf(context.documents, list.entity);
  const columns = fields.map((item) => printedColumn(item, listed.document, context.documents));
  const { time, within } = list;
  const body = {
    fields: fields.map((item) => printItem(item).path),
    where: {
      and: [
        { field: list.by, op: 'eq', value: id },
        ...filterWhere(list.filter),
        ...(time === undefined ? [] : [{ field: time, op: 'within', value: within }]),
      ],
    },
    ...(list.sort === undefined ? {} : { sort: list.sort }),
    size: maxListed,
    count: 'none',
  };
  // What a page narrows is its own list, not what refers to the record.
  const answer = await queryRows(listed, body, { ...context, page: undefined });
  return {
    columns: columns.map(({ kind }) => kind),
    rows: answer.list.map((row) => columns.map(({ read }) => read(row))),
  };
}

/** The total of a column, worked out as expressions do it: decimals exactly. */
function sumOf(path: string, rows: string, scope: Scope): number | null {
  const total = workedOut(`sum(record.${rows}, row.${path})`, scope);
  return typeof total === 'number' ? total : null;
}

function textOf({ text, variables = [] }: PrintSection, reading: Reading): Partial<PrintedSection> {
  if (text === undefined) return {};
  const { entity, scope, context } = reading;
  const path = text.split('.');
  const content = valueAt(scope.record, path);
  const addresses = valueAt(scope.record, [...path.slice(0, -1), pictureAddressesKey, ...path.slice(-1)]);
  return {
    text: {
      isFormatted: resolvePath(context.documents.entities, entity.document, text)?.field.type === 'html',
      content: typeof content === 'string' ? content : '',
      pictures: Object.fromEntries(Object.entries(Object(addresses)).map(([file, address]) => [file, String(address)])),
      variables: variables.map((item) => printedFact(item, entity.document, context.documents, scope)),
    },
  };
}

function picturesOf({ picture }: PrintSection, { scope, context }: Reading): Partial<PrintedSection> {
  if (picture === undefined) return {};
  const { sessionId } = context.caller;
  const files = [valueAt(scope.record, picture.split('.'))].flat().filter((id) => typeof id === 'string');
  return { pictures: files.map((fileId) => signedAddress({ fileId, sessionId, use: 'preview' }, context)) };
}

async function codeOf({ code }: PrintSection, { scope }: Reading): Promise<Partial<PrintedSection>> {
  const content = code === undefined ? null : workedOut(code, scope);
  if (content === null || content === '') return {};
  const { image } = await drawCode({ content: String(content), size: 240, format: 'svg', level: 'M', margin: 1 });
  return { code: image };
}
