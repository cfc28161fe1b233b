import type { Random } from '../demo/crm/values/random.ts';
import { hostileNames, hostileValues, longValues } from './hostile-values.testing.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the generator may draw on: shared parts of schemas, ids and names that exist. */
export type Material = {
  readonly parts: Readonly<Record<string, Schema>>;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The same of one entity, by its name. */
  readonly of: ReadonlyMap<string, Pick<Material, 'ids' | 'names'>>;
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Makes values that a schema asks for, and now and then something else in their place. */
export class ValueGenerator {
  constructor(
    readonly material: Material,
    readonly random: Random,
    /** How likely a value is replaced by a hostile one. */
    readonly malice: number,
    /** The entity it is mostly about. */
    readonly scope?: string,
  ) {}

  hostile(): unknown {
    const { random } = this;
    if (random.chance(0.06)) return random.pick(longValues as [() => unknown, ...(() => unknown)[]])();
    return this.#pick(hostileValues);
  }

  name(): string {
    if (this.random.chance(Math.min(this.malice * 2, 0.5))) return this.#pick(hostileNames);
    return this.#pick(this.#ofScope('names'));
  }

  #ofScope(what: 'ids' | 'names'): readonly string[] {
    const own = this.material.of.get(this.scope ?? '')?.[what] ?? [];
    return own.length > 0 && this.random.chance(0.8) ? own : this.material[what];
  }

  value(schema: unknown, depth = 0): unknown {
    // Without malice whatever is made is sound, also where anything may stand or where parts of schemas go on for ever.
    if (!isSchema(schema) || depth > 7) return this.malice === 0 ? null : this.hostile();
    if (this.random.chance(this.malice)) return this.hostile();
    const resolved = this.#resolve(schema);
    const choices = listOf(resolved.oneOf ?? resolved.anyOf);
    if (choices.length > 0) return this.value(this.#pick(choices), depth + 1);
    const merged: Schema = Object.assign(
      {},
      resolved,
      ...listOf(resolved.allOf)
        .filter(isSchema)
        .map((part) => this.#resolve(part)),
    );
    if ('const' in merged) return merged.const;
    if (Array.isArray(merged.enum)) return this.#pick(merged.enum);
    return this.#ofType(merged, depth);
  }

  #ofType(schema: Schema, depth: number): unknown {
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type;
    switch (type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        const most = Math.min(typeof schema.maxItems === 'number' ? schema.maxItems : 3, 3);
        return Array.from({ length: this.random.int(0, most) }, () => this.value(schema.items, depth + 1));
      }
      case 'string':
        return this.#text(schema);
      case 'integer':
        return this.random.chance(0.5) ? 1 : this.random.int(-3, 2_000_000_000);
      case 'number':
        return this.random.next() * 1000;
      case 'boolean':
        return this.random.chance(0.5);
      case 'null':
        return null;
      default:
        return this.#text(schema);
    }
  }

  #object(schema: Schema, depth: number): Schema {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const required = new Set(listOf(schema.required));
    const made: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(properties)) {
      const isKept = required.has(key) ? !this.random.chance(this.malice / 2) : this.random.chance(0.45);
      if (isKept) made[key] = this.value(inner, depth + 1);
    }
    if (this.random.chance(this.malice)) made[this.name()] = this.hostile();
    return made;
  }

  #text(schema: Schema): unknown {
    const { random } = this;
    if (schema.format === 'uuid') return random.chance(0.92) ? this.#pick(this.#ofScope('ids')) : crypto.randomUUID();
    if (schema.format === 'date') return '2026-03-01';
    if (schema.format === 'date-time') return '2030-03-01T08:00:00.000Z';
    const pattern = typeof schema.pattern === 'string' ? schema.pattern : '';
    if (pattern.includes('[A-Za-z0-9]*')) return `${random.chance(0.3) ? '-' : ''}${this.name()}`;
    if (pattern.includes('1[3-9]') || pattern.includes('mobile')) return `139${random.int(10_000_000, 99_999_999)}`;
    return random.pick(['名称', 'abc', '张三', 'x1', '13800138000'] as const);
  }

  #resolve(schema: Schema): Schema {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    return name === undefined ? schema : (this.material.parts[name] ?? {});
  }

  #pick<Item>(items: readonly Item[]): Item {
    // Lists of values, names and ids are never empty.
    return items[this.random.int(0, items.length - 1)] as Item;
  }
}
