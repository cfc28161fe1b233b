import { createHash } from 'node:crypto';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessageIn, languages } from '../../../engine/model/texts/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import { importText } from '../../texts/import-text.ts';
import { importFields } from './import-fields.ts';
import type { Intake } from './intake.ts';

/** Which column of a table (from 0) fills which field. */
export type Mapping = Readonly<Record<string, number>>;

/** A heading without what is only decoration: blanks, marks of required fields, brackets with explanations, case. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[(（【[][^)）】\]]{0,60}[)）】\]]/g, '')
    .replace(/[\s*:：_\-/、.]/g, '')
    .toLowerCase();
}

/**
 * Guesses the columns by titles, keys and what people usually write; a column serves one field, the first that fits.
 * What is left is guessed by the end of a title, where only one ends so: `项目` is the 咨询项目 of a lead.
 */
export function guessMapping(intake: Pick<Intake, 'fields'>, header: readonly string[]): Mapping {
  const headings = header.map(plainHeading);
  const taken = new Set<number>();
  const mapping: Record<string, number> = {};
  const fields = importFields(intake);
  for (const namesOf of [ownNames, typicalNames]) {
    for (const field of fields) {
      if (Object.hasOwn(mapping, field.key)) continue;
      const names = namesOf(field).map(plainHeading);
      const column = headings.findIndex((heading, at) => heading !== '' && !taken.has(at) && names.includes(heading));
      if (column === -1) continue;
      mapping[field.key] = column;
      taken.add(column);
    }
  }
  return { ...mapping, ...guessByEnds(fields, headings, mapping) };
}

/** Columns that fill no field yet, whose heading is the end of just one title. */
function guessByEnds(fields: readonly EntityField[], headings: readonly string[], known: Mapping): Mapping {
  const columns = new Set(Object.values(known));
  const left = fields.filter(({ key }) => !Object.hasOwn(known, key));
  const found: Record<string, number> = {};
  for (const [column, heading] of headings.entries()) {
    const [field, other] = left.filter(({ title }) => plainHeading(title).endsWith(heading));
    if (columns.has(column) || heading.length < 2 || field === undefined || other !== undefined) continue;
    found[field.key] ??= column;
  }
  return found;
}

function ownNames(field: EntityField): readonly string[] {
  const withoutId = field.type === 'ref' ? [field.key.replace(/Id$/, '')] : [];
  return [field.title, field.key, toColumn(field.key), ...withoutId];
}

function typicalNames(field: EntityField): readonly string[] {
  const related = field.type === 'ref' || field.type === 'refs' ? relatedNames(field) : [];
  return [...related, ...(serverFieldTypes[field.type].imported.headings ?? [])];
}

/** What people write over the names of what is referred to, in whatever language. */
function relatedNames({ title }: EntityField): readonly string[] {
  return languages.flatMap((language) => [
    formatMessageIn(language, importText('import.nameOf', { title })),
    formatMessageIn(language, importText('import.personOf', { title })),
  ]);
}

/** What two tables with the same headings have in common. */
export function headerDigest(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map(plainHeading)))
    .digest('hex');
}
