import { type EntityModel, pictureAddressesKey, picturesOf, type WireRecord } from '../../../engine/model/index.ts';
import { signedAddress } from '../../files/signed-address.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * An answered record with the addresses of the pictures in its formatted texts beside them, in the rows it names and its
 * child rows too. An address opens what its session may read, and nothing else.
 */
export function withPictureAddresses(entity: EntityModel, record: WireRecord, context: CallContext): WireRecord {
  return { ...record, ...additions(entity, record, context) };
}

/** What is added to or put in the place of parts of a row; nothing where no picture is shown. */
function additions(entity: EntityModel, row: Row, context: CallContext): Row {
  const added: Record<string, unknown> = {};
  const addresses: Record<string, Readonly<Record<string, string>>> = {};
  for (const [key, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    if (entity.fields.get(key)?.type === 'html') {
      const found = typeof value === 'string' ? addressesIn(value, context) : {};
      if (Object.keys(found).length > 0) addresses[key] = found;
      continue;
    }
    const target = entity.children.get(key)?.entity ?? entity.relations.get(key)?.entity;
    if (target !== undefined && typeof value === 'object') {
      const inner = innerRows(modelOf(context.documents, target), value, context);
      if (inner !== value) added[key] = inner;
    }
  }
  return Object.keys(addresses).length === 0 ? added : { ...added, [pictureAddressesKey]: addresses };
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

function addressesIn(text: string, context: CallContext): Readonly<Record<string, string>> {
  if (!text.includes('data-file=')) return {};
  const { sessionId } = context.caller;
  return Object.fromEntries(
    picturesOf(text).map((fileId) => [fileId, signedAddress({ fileId, sessionId, use: 'preview' }, context)]),
  );
}
