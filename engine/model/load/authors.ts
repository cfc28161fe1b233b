import type { Fault } from '../faults/fault.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';
import { nameOf, type SourceDocument } from './read-sources.ts';

/**
 * Tells every entity who its authors are: `createdBy` and `updatedBy` refer to the one entity that holds people. A
 * second one is a fault; without any the two are plain ids.
 */
export function withAuthors(sources: readonly SourceDocument[], faults: Fault[]): readonly SourceDocument[] {
  const [people, ...others] = sources.filter((source) => source.kind === 'entity' && source.json.people === true);
  if (people === undefined) return sources;
  const authors = nameOf(people.json);
  for (const other of others)
    faults.push(
      other.located({
        code: 'E_SCHEMA_DUPLICATE',
        pointer: '/people',
        ...expectation(documentText('check.load.oneOfPeople', { authors })),
        got: nameOf(other.json),
      }),
    );
  return sources.map((source) =>
    source.kind === 'entity' && source.json.authors === undefined
      ? { ...source, json: { ...source.json, authors } }
      : source,
  );
}
