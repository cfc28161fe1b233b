import type { DocumentSet } from '../documents.ts';
import { entityModel, resolvePath } from '../entity-model.ts';
import { pathsRead } from '../expression/dependencies.ts';
import { parseExpression } from '../expression/parse.ts';
import type { Fault } from '../fault.ts';
import { pointer } from '../fault.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { nearestName } from '../naming.ts';
import type { DeclaredOperation } from '../operations.ts';

type Segments = readonly (string | number)[];

/** Collects the faults of one document with the cross-document look-ups every check needs. */
export class Checker {
  readonly faults: Fault[] = [];

  constructor(
    readonly documents: DocumentSet,
    readonly operations: ReadonlyMap<string, DeclaredOperation>,
    readonly file: string,
  ) {}

  add(fault: Omit<Fault, 'file' | 'pointer'>, at: Segments): void {
    this.faults.push({ ...fault, file: this.file, pointer: pointer(...at) });
  }

  /** A name that must be known; offers the nearest. */
  name(what: string, got: string, known: Iterable<string>, at: Segments): boolean {
    const names = [...known];
    if (names.includes(got)) return true;
    const nearest = nearestName(got, names);
    this.add({ code: 'E_SCHEMA_UNKNOWN_NAME', expected: what, got, ...(nearest === undefined ? {} : { nearest }) }, at);
    return false;
  }

  /** Items whose keys must be unique among siblings. */
  uniqueKeys(items: readonly { readonly key: string }[] | undefined, at: Segments): void {
    const seen = new Set<string>();
    for (const [index, item] of (items ?? []).entries()) {
      if (seen.has(item.key))
        this.add({ code: 'E_SCHEMA_DUPLICATE', expected: '同级的 key 必须唯一', got: item.key }, [...at, index, 'key']);
      seen.add(item.key);
    }
  }

  entity(name: string, at: Segments): EntityDocument | undefined {
    this.name('实体', name, this.documents.entities.keys(), at);
    return this.documents.entities.get(name);
  }

  /** A field path that must resolve, with the nearest field of the entity the path breaks at. */
  path(entity: EntityDocument, path: string, at: Segments): void {
    const resolved = resolvePath(this.documents.entities, entity, path);
    if (resolved !== undefined) {
      if (resolved.field.secret === true)
        this.add({ code: 'E_SCHEMA_CONFLICT', expected: '可以离开服务端的字段', got: path }, at);
      return;
    }
    const model = entityModel(entity);
    const nearest = nearestName(path, [
      ...model.fields.keys(),
      ...[...model.relations.keys()].map((name) => `${name}.name`),
    ]);
    this.add(
      {
        code: 'E_SCHEMA_UNKNOWN_NAME',
        expected: `${entity.title}的字段`,
        got: path,
        ...(nearest === undefined ? {} : { nearest }),
      },
      at,
    );
  }

  /** An expression that must parse and whose `record` paths must resolve. */
  expression(source: string, entity: EntityDocument | undefined, at: Segments): void {
    const outcome = parseExpression(source);
    if (!outcome.ok) {
      this.add(
        {
          code: 'E_SCHEMA_EXPRESSION',
          expected: outcome.expected,
          got: `${outcome.got}（第 ${outcome.offset + 1} 个字符）`,
        },
        at,
      );
      return;
    }
    if (entity === undefined) return;
    for (const path of pathsRead(outcome.expression, 'record')) this.path(entity, path, at);
  }

  /** An API path that must be a declared operation asking for this permission. */
  operation(api: string, permission: string, at: Segments): DeclaredOperation | undefined {
    if (!this.name('接口', api, this.operations.keys(), [...at, 'api'])) return undefined;
    const operation = this.operations.get(api);
    if (operation !== undefined && operation.permission !== permission) {
      this.add({ code: 'E_SCHEMA_PERMISSION', expected: operation.permission, got: permission }, [...at, 'permission']);
    }
    return operation;
  }

  sort(entity: EntityDocument, sort: readonly string[] | undefined, at: Segments): void {
    for (const [index, item] of (sort ?? []).entries()) this.path(entity, item.replace(/^-/, ''), [...at, index]);
  }

  filter(entity: EntityDocument, filter: Readonly<Record<string, unknown>> | undefined, at: Segments): void {
    for (const path of Object.keys(filter ?? {})) this.path(entity, path, [...at, path]);
  }
}
