import { type DeclaredOperation, declaredOperations } from '../access/operations.ts';
import { checkDemo } from '../check/check-demo.ts';
import { checkMigration } from '../check/check-migration.ts';
import { checkMenu, checkRole } from '../check/check-others.ts';
import type { CheckContext } from '../check/checker/check-context.ts';
import { Checker } from '../check/checker/checker.ts';
import { checkDataset } from '../check/dataset/check-dataset.ts';
import { checkEntity } from '../check/entity/check-entity.ts';
import { checkPage } from '../check/page/check-page.ts';
import type { DocumentSet } from '../documents/documents.ts';
import type { Fault } from '../faults/fault.ts';
import type { PageDocument } from '../generated/documents.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';

/** Faults of one page against the documents it names; they carry no file. */
export function pageFaultsOf(page: PageDocument, context: CheckContext): readonly Fault[] {
  const checker = new Checker(context);
  checkPage(page, checker);
  return checker.faults;
}

/** Faults of everything but the pages, by document. */
export function otherFaults(context: CheckContext): ReadonlyMap<unknown, readonly Fault[]> {
  const { documents } = context;
  const found = new Map<unknown, readonly Fault[]>();
  const check = <Document>(document: Document, run: (document: Document, checker: Checker) => void): void => {
    const checker = new Checker(context);
    run(document, checker);
    found.set(document, [...(found.get(document) ?? []), ...checker.faults]);
  };
  for (const entity of documents.entities.values()) check(entity, checkEntity);
  for (const dataset of documents.datasets.values()) check(dataset, checkDataset);
  for (const role of documents.roles.values()) check(role, checkRole);
  for (const demo of documents.demo.values()) check(demo, checkDemo);
  for (const migration of documents.migrations.values()) check(migration, checkMigration);
  check(documents.menu, checkMenu);
  for (const [document, fault] of doublePaths(documents)) found.set(document, [...(found.get(document) ?? []), fault]);
  return found;
}

/** Operations whose path another one has already, told at the document that came later. */
function doublePaths(documents: DocumentSet): readonly (readonly [unknown, Fault])[] {
  const seen = new Map<string, DeclaredOperation>();
  return declaredOperations(documents).flatMap((operation) => {
    const other = seen.get(operation.path);
    seen.set(operation.path, operation);
    if (other === undefined) return [];
    const owner =
      operation.kind === 'dataset'
        ? documents.datasets.get(operation.dataset)
        : documents.entities.get(operation.entity);
    const named = other.kind === 'dataset' ? other.dataset : other.entity;
    const fault: Fault = {
      code: 'E_SCHEMA_DUPLICATE',
      pointer: operation.kind === 'dataset' ? '/path' : '/api',
      ...expectation(documentText('check.load.pathTaken', { named, title: other.title })),
      got: operation.path,
    };
    return [[owner, fault] as const];
  });
}
