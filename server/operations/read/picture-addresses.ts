import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { picturesOf } from '../../../engine/model/fields/index.ts';
import { pictureAddressesKey, type WireRecord } from '../../../engine/model/wire/index.ts';
import { signedAddress } from '../../files/signed-address.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * An answered record with the addresses of the pictures in its formatted texts beside them, in the rows it names and its
 * child rows too. An address opens what its session may read, and nothing else.
 */
export function withPictureAddresses(entity: EntityModel, record: WireRecord, context: CallContext): WireRecord {
  return holdsPicture(record) ? { ...record, ...additions(entity, record, context) } : record;
}

const pictureMark = 'data-file=';

/** Whether some text in a value may show a picture, whatever field it stands in: hardly any row does. */
function holdsPicture(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(pictureMark);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsPicture);
}

/** What is added to or put in the place of parts of a row; nothing where no picture is shown. */
function additions(entity: EntityModel, row: Row, context: CallContext): Row {
  const parts = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  const texts = parts.filter(([key]) => entity.fields.get(key)?.type === 'html');
  const addresses = Object.fromEntries(
    texts
      .map(([key, text]) => [key, addressesIn(text, context)] as const)
      .filter(([, found]) => Object.keys(found).length > 0),
  );
  const inner = parts.flatMap(([key, value]) => {
    const target = entity.children.get(key)?.entity ?? entity.relations.get(key)?.entity;
    if (target === undefined || typeof value !== 'object' || value === null) return [];
    const rows = innerRows(modelOf(context.documents, target), value, context);
    return rows === value ? [] : [[key, rows] as const];
  });
  const beside = Object.keys(addresses).length === 0 ? {} : { [pictureAddressesKey]: addresses };
  return { ...Object.fromEntries(inner), ...beside };
}

/** The rows at a relation or of child rows, each with what is added to it; the same value where nothing is. */
function innerRows(entity: EntityModel, value: object, context: CallContext): unknown {
  if (!Array.isArray(value)) return innerRow(entity, value, context);
  const rows = value.map((row: unknown) =>
    typeof row === 'object' && row !== null ? innerRow(entity, row, context) : row,
  );
  return rows.some((row, index) => row !== value[index]) ? rows : value;
}

function innerRow(entity: EntityModel, row: object, context: CallContext): object {
  const added = additions(entity, { ...row }, context);
  return Object.keys(added).length === 0 ? row : { ...row, ...added };
}

function addressesIn(text: unknown, context: CallContext): Readonly<Record<string, string>> {
  if (typeof text !== 'string' || !text.includes(pictureMark)) return {};
  const { sessionId } = context.caller;
  return Object.fromEntries(
    picturesOf(text).map((fileId) => [fileId, signedAddress({ fileId, sessionId, use: 'preview' }, context)]),
  );
}
