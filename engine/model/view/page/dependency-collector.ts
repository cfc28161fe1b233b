import { actionPath } from '../../access/operations.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import { entityModel, type ResolvedPath, resolvePath } from '../../entity/entity-model.ts';
import { type QueueVerb, queuePath } from '../../entity/queue.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';

/** What a page mentions: the operations it may call, and the documents the browser needs to draw it. */
export type PageDependencies = {
  readonly operations: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly datasets: ReadonlySet<string>;
  /** Whether it shows or filters by a field under a mask. */
  readonly isPersonal: boolean;
};

/** Collects what the fields, paths and pickers of an entity bring along, wherever a page has them. */
export class DependencyCollector implements PageDependencies {
  readonly operations = new Set<string>();
  readonly entities = new Set<string>();
  readonly datasets = new Set<string>();
  isPersonal = false;

  constructor(readonly documents: DocumentSet) {}

  /** A verb that comes with what is shown, where the entity opens it: the history of a record, masked values in clear, a list in groups or as a file. */
  verb(entityName: string, verb: 'query' | 'history' | 'reveal' | 'group' | 'export'): void {
    const entity = this.documents.entities.get(entityName);
    if (entity?.operations.includes(verb) === true) this.operations.add(`${apiBase(entity)}/${verb}`);
  }

  /** Entities that paths lead through or end at; masked fields among them bring their reveal. */
  paths(entityName: string, paths: readonly (string | undefined)[]): void {
    for (const path of paths) {
      const resolved = path === undefined ? undefined : this.resolve(entityName, path);
      if (resolved?.field.mask !== undefined) {
        this.isPersonal = true;
        this.verb(resolved.entity.document.name, 'reveal');
      }
      const along = resolved?.kinds?.paths ?? (resolved === undefined ? [] : [resolved]);
      for (const relation of along.flatMap(({ relations }) => relations)) this.entities.add(relation.entity);
      if (resolved?.field.ref !== undefined) this.entities.add(resolved.field.ref);
      // A field that names one of several kinds is told by the label of whichever it is.
      for (const named of Object.values(resolved?.field.refBy?.entities ?? {})) this.entities.add(named);
      this.conditions(resolved?.entity.document, resolved?.field);
    }
  }

  /** Conditions on the rows of another entity: its fields, what they refer to, and the action that counts the rows. */
  conditions(owner: EntityDocument | undefined, field: EntityField | undefined): void {
    if (owner === undefined || field?.conditions === undefined) return;
    const { of, fields, count } = field.conditions;
    this.entities.add(of);
    if (count !== undefined) this.operations.add(actionPath(owner, count));
    for (const path of fields) {
      this.paths(of, [path]);
      this.pickerOf(of, path);
    }
  }

  /** What a page does with the queue of an entity, where it has one. */
  queue(entityName: string, verbs: readonly QueueVerb[]): void {
    const entity = this.documents.entities.get(entityName);
    if (entity?.queue === undefined) return;
    for (const verb of verbs) this.operations.add(queuePath(entity, verb));
  }

  children(entityName: string): ReadonlyMap<string, { readonly entity: string }> {
    const entity = this.documents.entities.get(entityName);
    return entity === undefined ? new Map() : entityModel(entity).children;
  }

  pickerOf(entityName: string, path: string): void {
    const resolved = this.resolve(entityName, path);
    this.picker(resolved?.field.ref);
    for (const kind of Object.values(resolved?.field.refBy?.entities ?? {})) this.picker(kind);
    this.conditions(resolved?.entity.document, resolved?.field);
  }

  picker(entityName: string | undefined): void {
    const entity = entityName === undefined ? undefined : this.documents.entities.get(entityName);
    if (entity === undefined) return;
    this.entities.add(entity.name);
    this.operations.add(`${apiBase(entity)}/query`);
    this.paths(entity.name, entity.labelFacts ?? []);
  }

  resolve(entityName: string, path: string): ResolvedPath | undefined {
    const entity = this.documents.entities.get(entityName);
    return entity === undefined ? undefined : resolvePath(this.documents.entities, entity, path);
  }
}
