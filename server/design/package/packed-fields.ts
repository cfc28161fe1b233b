import type { PackageLine, PackedField } from '../../../contract/design/page-packages.ts';
import { maxCustomFields, withCustom } from '../../../engine/model/custom/index.ts';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { sameJson } from '../../../engine/model/layers/index.ts';
import { nearestName } from '../../../engine/model/naming/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import { readStoredFields, type StoredField } from '../../db/design/custom-store.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { packageText } from '../../texts/design/package-text.ts';
import { lookAtField } from '../fields/check-field.ts';
import { designedEntities } from '../fields/designed-entity.ts';
import { rightFaults } from './right-to-make.ts';

/** A field of a package, and what it would be here; without a field where it cannot be one. */
export type FieldPart = {
  readonly line: PackageLine;
  readonly entity: EntityDocument | undefined;
  readonly field: EntityField | undefined;
  readonly stored: StoredField | undefined;
};

/** What the fields of a package would be here, the rows that are there looked at with them. */
export async function fieldParts(packed: readonly PackedField[], context: CallContext): Promise<readonly FieldPart[]> {
  if (packed.length === 0) return [];
  const entities = new Map(designedEntities(context).map((entity) => [entity.name, entity]));
  const stored = await readStoredFields(context.db);
  const parts: FieldPart[] = [];
  for (const one of packed) {
    const known = stored.find(({ entity, key }) => entity === one.entity && key === one.field.key);
    const part = await partOf(one, { entities, stored: known, count: ownCount(one.entity, stored, parts) }, context);
    parts.push(part);
    // The next is held against those before it.
    if (part.line.state === 'new' && part.entity !== undefined && part.field !== undefined)
      entities.set(part.entity.name, { ...part.entity, fields: [...part.entity.fields, part.field] });
  }
  return parts;
}

/** How many fields of its own an entity has, with those of the package that are new to it. */
function ownCount(name: string, stored: readonly StoredField[], parts: readonly FieldPart[]): number {
  const added = parts.filter(({ entity, line }) => entity?.name === name && line.state === 'new');
  return stored.filter(({ entity }) => entity === name).length + added.length;
}

type Around = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly stored: StoredField | undefined;
  readonly count: number;
};

async function partOf(
  { entity: name, field: given }: PackedField,
  { entities, stored, count }: Around,
  context: CallContext,
): Promise<FieldPart> {
  const entity = entities.get(name);
  const title = `${entity?.title ?? name} · ${String(given.title)}`.slice(0, 200);
  const told = (state: PackageLine['state'], faults: readonly Fault[] = [], field?: EntityField): FieldPart => ({
    line: {
      ...{ kind: 'field', page: `${name}.${String(given.key)}`.slice(0, 200), title, level: null, role: null },
      ...{ edits: 0, asleep: [], conflicts: 0, state, faults },
    },
    ...{ entity, field, stored },
  });
  if (entity === undefined) return told('faulty', [unknownEntity(name, entities)]);
  if (stored?.status === 'active' && sameJson(stored.definition, given)) return told('same');
  if (stored !== undefined && stored.status !== 'active') return told('faulty', [retired()]);
  if (stored === undefined && count >= maxCustomFields) return told('faulty', [tooMany(count)]);
  const { field, faults } = await lookAtField(entity, given, stored, context);
  const all = [...rightFaults(context), ...faults];
  if (all.length > 0 || field === undefined) return told('faulty', all);
  return told(stored === undefined ? 'new' : 'replaced', [], field);
}

function unknownEntity(got: string, entities: ReadonlyMap<string, unknown>): Fault {
  const nearest = nearestName(got, entities.keys());
  return {
    code: 'E_SCHEMA_UNKNOWN_NAME',
    pointer: '/entity',
    ...expectation(packageText('package.entity')),
    got,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function retired(): Fault {
  return { code: 'E_INPUT_RULE', pointer: '/key', expected: formatMessage(packageText('package.retired')) };
}

function tooMany(count: number): Fault {
  return {
    ...{ code: 'E_INPUT_TOO_MANY', pointer: '', title: formatMessage(packageText('package.fields')) },
    ...{ expected: String(maxCustomFields), got: String(count + 1) },
  };
}

/** The documents with the new fields of a package. */
export function withFields(documents: DocumentSet, parts: readonly FieldPart[]): DocumentSet {
  const fields = parts.flatMap(({ line, entity, field }) =>
    line.state === 'new' && entity !== undefined ? [{ entity: entity.name, field }] : [],
  );
  return withCustom<DocumentSet>(documents, { fields, dictionaries: [] });
}
