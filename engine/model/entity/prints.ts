import type { EntityDocument, PrintField, PrintNumber } from '../generated/documents.ts';
import { apiBase, pathSegments } from '../naming/naming.ts';

/** The most records of one printing job. */
export const maxPrinted = 100;

/** Where a print of an entity is asked for. */
export function printPath(entity: Pick<EntityDocument, 'name' | 'api'>, key: string): string {
  return `${apiBase(entity)}/print/${pathSegments(key)}`;
}

/** What the operation log calls a printing. */
export function printAction(key: string): string {
  return `print.${key}`;
}

/** The printed number of a serial: `SJ000012`, or `SJ2026000012` where each year begins anew. */
export function printNumber({ prefix, digits }: PrintNumber, period: string, serial: number): string {
  return `${prefix}${period}${String(serial).padStart(digits, '0')}`;
}

/** An item of a print, and the path it shows: a path alone stands for the field it leads to. */
export type PrintItem = PrintField & { readonly path: string };

/** An item of a print as it is meant. */
export function printItem(item: string | PrintField): PrintItem {
  return typeof item === 'string' ? { key: item, path: item } : { ...item, path: item.field ?? item.key };
}
