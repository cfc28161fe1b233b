import type { DocumentKind } from '../documents/documents.ts';
import type { Fault } from '../faults/fault.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { pageTo2 } from './to-2.ts';

/** One step from a version of the language to the next: what changes in which kinds of documents. */
export type Migration = {
  readonly to: number;
  /** Pure, and never thrown off by a document that is wrong: that is told by the check of its shape. */
  readonly changes: { readonly [Kind in DocumentKind]?: (json: JsonObject) => JsonObject };
};

/** Every migration there is, oldest first; the numbers follow one another from 2. */
export const migrations: readonly Migration[] = [{ to: 2, changes: { page: pageTo2 } }];

/** The version of the schema language this engine speaks. */
export const currentSchemaVersion = 2;

/** A document brought to the current version, or why its version cannot be read. */
export type MigrationOutcome =
  | {
      readonly ok: true;
      readonly json: unknown;
      readonly from: number;
      readonly to: number;
      /** The versions passed through, oldest first; empty for a document that was up to date. */
      readonly applied: readonly number[];
    }
  | { readonly ok: false; readonly fault: Fault };

/**
 * Brings a parsed document to the current version of the language without touching it.
 * What is no document, or says no version at all, comes back as it is: the check of its shape tells what is wrong.
 */
export function migrateDocument(kind: DocumentKind, json: unknown): MigrationOutcome {
  if (!isJsonObject(json) || json.schemaVersion === undefined)
    return { ok: true, json, from: currentSchemaVersion, to: currentSchemaVersion, applied: [] };
  const from = json.schemaVersion;
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1 || from > currentSchemaVersion)
    return { ok: false, fault: versionFault(from) };
  let document = json;
  const applied: number[] = [];
  for (const { to, changes } of migrations) {
    if (to <= from) continue;
    document = { ...(changes[kind]?.(document) ?? document), schemaVersion: to };
    applied.push(to);
  }
  return { ok: true, json: document, from, to: currentSchemaVersion, applied };
}

function versionFault(version: unknown): Fault {
  const expected = `1–${currentSchemaVersion}`;
  return { code: 'E_SCHEMA_VERSION', pointer: '/schemaVersion', expected, got: shown(version) };
}

function shown(version: unknown): string {
  if (typeof version === 'string') return JSON.stringify(version.slice(0, 60));
  if (typeof version === 'object' && version !== null) return Array.isArray(version) ? 'array' : 'object';
  return String(version);
}
