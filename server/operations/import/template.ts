import type { EntityField } from '../../../engine/model/documents/index.ts';
import { titleWithUnit } from '../../../engine/model/entity/index.ts';
import { fileTypes } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { saveFile } from '../../files/file-rows.ts';
import { signedAddress } from '../../files/signed-address.ts';
import { columnName, type Sheet } from '../../files/table/write-xlsx.ts';
import { sentences } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { mutate } from '../../records/change/mutate.ts';
import { importText } from '../../texts/import-text.ts';
import { choicesOf, importFields, isNeeded } from './import-fields.ts';
import type { Intake } from './intake.ts';

const largest = 5 * 1_048_576;
const day = 86_400_000;

/** Makes an empty table to be filled in, and answers the address to fetch it from. */
export async function makeTemplate(intake: Intake, context: CallContext) {
  const { xlsxStream } = await import('../../files/table/write-xlsx.ts');
  const { files } = context.services;
  const stored = await files.write(xlsxStream(sheetsOf(intake, context)), largest);
  const expireAt = new Date(Date.parse(context.now) + day).toISOString();
  const { kind, mime } = fileTypes.xlsx;
  const meta = {
    name: formatMessage(importText('import.template', { title: intake.title })),
    kind,
    mime,
    private: true,
    expireAt,
  };
  const fileId = await mutate(`${intake.operation}.template`, {}, { ...context, idempotencyKey: undefined }, (inside) =>
    saveFile(meta, stored, inside),
  );
  const { sessionId } = context.caller;
  return { fileId, name: meta.name, address: signedAddress({ fileId, sessionId, use: 'download' }, context) };
}

function sheetsOf(intake: Intake, { documents }: CallContext): readonly Sheet[] {
  const fields = importFields(intake);
  const lists = fields.map((field) => choicesOf(field, documents.dictionaries));
  const choiceSheet = formatMessage(importText('import.sheet.choices'));
  const choices = lists.flatMap((list, column) =>
    list.length === 0
      ? []
      : [{ column, range: `${choiceSheet}!$${columnName(column)}$2:$${columnName(column)}$${list.length + 1}` }],
  );
  const headings = fields.map(headingOf);
  return [
    {
      name: formatMessage(importText('import.sheet.data')),
      rows: [headings],
      headRows: 1,
      widths: fields.map(({ title }) => Math.max(14, title.length * 3)),
      choices,
    },
    {
      name: formatMessage(importText('import.sheet.how')),
      rows: [howHead(), ...fields.map((field, at) => explain(field, lists[at] ?? []))],
      headRows: 1,
      widths: [20, 8, 60],
    },
    { name: choiceSheet, rows: choiceRows(headings, lists), headRows: 1, hidden: true },
  ];
}

function headingOf(field: EntityField): string {
  return `${isNeeded(field) ? '*' : ''}${titleWithUnit(field)}`;
}

function howHead(): readonly TableCell[] {
  return [
    formatMessage(importText('import.field')),
    formatMessage(importText('import.needed')),
    formatMessage(importText('import.how')),
  ];
}

function explain(field: EntityField, choices: readonly string[]): readonly TableCell[] {
  const { maxLength: most } = field;
  const how =
    choices.length > 0 ? importText('import.choose', { choices }) : serverFieldTypes[field.type].imported.hint;
  const length = most === undefined ? '' : formatMessage(importText('import.length', { most }));
  return [
    titleWithUnit(field),
    isNeeded(field) ? formatMessage(importText('import.yes')) : '',
    sentences([how === undefined ? '' : formatMessage(how), length, field.help ?? ''].filter(Boolean)).slice(0, 1000),
  ];
}

function choiceRows(
  headings: readonly string[],
  lists: readonly (readonly string[])[],
): readonly (readonly TableCell[])[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const rows = Array.from({ length: longest }, (_, row) => lists.map((list) => list[row] ?? null));
  return [headings, ...rows];
}
