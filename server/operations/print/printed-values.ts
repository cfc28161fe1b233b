import type { DocumentSet, EntityDocument, EntityField, PrintField } from '../../../engine/model/documents/index.ts';
import { pathTitle, printItem, resolvePath } from '../../../engine/model/entity/index.ts';
import { evaluate, parseExpression, type Scope } from '../../../engine/model/expression/index.ts';
import { relationName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { PrintedFact, PrintedKind, PrintedValue } from '../../../engine/model/wire/index.ts';
import { listed } from '../../kernel/language/listed.ts';
import { labelPath } from '../../records/plan/select-plan.ts';
import { commonText } from '../../texts/common-text.ts';

type Row = Readonly<Record<string, unknown>>;

/** An item of a print that is the value of a field: how it is written, and how it is read out of a record. */
export type PrintedColumn = {
  readonly kind: PrintedKind;
  readonly path: string;
  readonly read: (record: Row) => PrintedValue;
};

/** How an item that stands for a field is printed; the documents were checked, so the path leads to one. */
export function printedColumn(
  item: string | PrintField,
  entity: EntityDocument,
  documents: DocumentSet,
): PrintedColumn {
  const { key, path, title } = printItem(item);
  const field = resolvePath(documents.entities, entity, path)?.field;
  if (field === undefined) throw new TypeError(`no field ${path}`);
  const { type, unit, grouping } = field;
  const words = wordsOf(field, path.split('.').slice(0, -1), documents);
  return {
    path,
    kind: {
      key,
      title: title ?? pathTitle(documents.entities, entity, path),
      type,
      ...(unit === undefined ? {} : { unit }),
      ...(grouping === undefined ? {} : { grouping }),
    },
    read: (record) => {
      const value = valueAt(record, path.split('.')) ?? null;
      const text = value === null ? undefined : words?.(value, record);
      return { value, ...(text === undefined ? {} : { text }) };
    },
  };
}

/** A fact of a record: the value of a field, or what is worked out from what the reader may see of it. */
export function printedFact(
  item: string | PrintField,
  entity: EntityDocument,
  documents: DocumentSet,
  scope: Scope & { readonly record: Row },
): PrintedFact {
  const { key, value, type = 'string', title = key, wide } = printItem(item);
  const width = wide === undefined ? {} : { isWide: true };
  if (value === undefined) {
    const { kind, read } = printedColumn(item, entity, documents);
    return { ...kind, ...read(scope.record), ...width };
  }
  const worked = workedOut(value, scope);
  const text = type === 'bool' ? { text: yesOrNo(worked) } : {};
  return { key, title, type, value: worked, ...text, ...width };
}

/** What an expression of a print says of a record. */
export function workedOut(source: string, scope: Scope): unknown {
  const parsed = parseExpression(source);
  return parsed.ok ? evaluate(parsed.expression, scope) : null;
}

/** What stands at a path of a record as it is answered. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRow(value) ? value[key] : undefined), record);
}

type Words = (value: unknown, record: Row) => string;

/** What a value stands for in words; undefined where it speaks for itself. */
function wordsOf(field: EntityField, before: readonly string[], documents: DocumentSet): Words | undefined {
  const titles = documents.dictionaries.get(field.dictionary ?? '')?.values;
  if (titles !== undefined)
    return (value) => listed([value].flat().map((one) => titles.find(({ key }) => key === one)?.title ?? String(one)));
  if (field.type === 'bool') return yesOrNo;
  const label = labelPath(field, { documents });
  if (label !== undefined) return (_, record) => String(valueAt(record, [...before, ...label.split('.')]) ?? '');
  if (field.type !== 'refs' && field.refBy === undefined) return undefined;
  return (_, record) => namesIn(valueAt(record, [...before, relationName(field.key)]));
}

/** What records named by a field are called: all that is told of each beside its id. */
function namesIn(named: unknown): string {
  const told = [named]
    .flat()
    .filter(isRow)
    .flatMap(({ id: _, ...parts }) => Object.values(parts))
    .filter((name) => typeof name === 'string');
  return listed(told);
}

function yesOrNo(value: unknown): string {
  if (typeof value !== 'boolean') return '';
  return formatMessage(commonText(value ? 'common.yes' : 'common.no'));
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
