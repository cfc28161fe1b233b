import { printItem } from '../entity/prints.ts';
import { textReads } from '../expression/text-condition.ts';
import type { EntityPrint, PrintSection } from '../generated/documents.ts';

/** The paths a print reads of its record, those of child rows behind the key of their list. */
export function printedPaths({ sections }: EntityPrint): readonly string[] {
  return [...new Set(sections.flatMap(sectionPaths))];
}

function sectionPaths({
  fields = [],
  rows,
  list,
  text,
  variables = [],
  picture,
  when,
  code,
}: PrintSection): readonly string[] {
  // Rows of another entity are asked for by themselves.
  const listed = list === undefined ? fields.map(printItem) : [];
  const own = rows === undefined ? [...listed, ...variables.map(printItem)] : [];
  return [
    ...textReads([when, code], 'record'),
    ...own.flatMap(({ path, value }) => (value === undefined ? [path] : textReads([value], 'record'))),
    ...(rows === undefined ? [] : listed.map(({ path }) => `${rows}.${path}`)),
    ...[text, picture].filter((path) => path !== undefined),
  ];
}
