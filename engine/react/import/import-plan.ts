import type {
  DuplicatePolicy,
  ImportField,
  ImportInspection,
  ImportMapping,
  UploadedFile,
} from '../../model/wire/index.ts';

/** A table that was uploaded and looked into, and how its rows shall be taken in. */
export type ImportPlan = {
  readonly file: UploadedFile;
  readonly inspection: ImportInspection;
  readonly mapping: ImportMapping;
  readonly policy: DuplicatePolicy;
  /** By which fields rows that are there already are recognised; empty: by none. */
  readonly by: readonly string[];
};

/** What an import begins with: the columns as they were guessed or chosen last time, rows that are there left alone. */
export function firstPlan(file: UploadedFile, inspection: ImportInspection): ImportPlan {
  const { mapping } = inspection;
  return { file, inspection, mapping, policy: 'skip', by: usableKeys(inspection, mapping)[0] ?? [] };
}

/** Another column for a field, or none. What rows are recognised by must still be there. */
export function mapped(plan: ImportPlan, key: string, column: number | undefined): ImportPlan {
  const { [key]: _, ...others } = plan.mapping;
  const mapping = column === undefined ? others : { ...others, [key]: column };
  const isThere = plan.by.every((field) => Object.hasOwn(mapping, field));
  return { ...plan, mapping, by: isThere ? plan.by : (usableKeys(plan.inspection, mapping)[0] ?? []) };
}

/** The sets of fields by which rows can be recognised with these columns. */
export function usableKeys({ keys }: ImportInspection, mapping: ImportMapping): readonly (readonly string[])[] {
  return keys.filter((set) => set.every((key) => Object.hasOwn(mapping, key)));
}

/** Required fields without a column. Rows that only change others need not have them. */
export function missingFields({ inspection, mapping, policy }: ImportPlan): readonly ImportField[] {
  if (policy === 'update') return [];
  return inspection.fields.filter(({ key, required }) => required && !Object.hasOwn(mapping, key));
}

/** Headings of columns that fill nothing. */
export function unusedColumns({ inspection, mapping }: ImportPlan): readonly string[] {
  const used = new Set(Object.values(mapping));
  return inspection.header.filter((heading, column) => heading !== '' && !used.has(column));
}

const maxSamples = 3;

/** The first values of a column, without repetition. */
export function samplesOf({ rows }: ImportInspection, column: number): readonly string[] {
  const values = rows.map((cells) => cells[column] ?? '').filter((value) => value !== '');
  return [...new Set(values)].slice(0, maxSamples);
}

/** Letters of a column as table programs name it. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}
