import { isJsonObject } from '../../model/json/index.ts';

const maxWidth = 100;

/** JSON as documents are written: two spaces a level, what is short and holds nothing nested on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const line = oneLine(value);
  if (line !== undefined && indent.length + line.length <= maxWidth) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return `[\n${items.map((item) => `${inner}${jsonText(item, inner)}`).join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${jsonText(item, inner)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

/** A value on one line; undefined for what is nested and so has lines of its own. */
function oneLine(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.some(isNested) ? undefined : `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  if (entries.length > 4 || entries.some(([, item]) => isNested(item))) return undefined;
  return `{ ${entries.map(([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`).join(', ')} }`;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
