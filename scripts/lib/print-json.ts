const width = 120;

/**
 * JSON laid out as the formatter lays it out: on one line what fits, the rest a line each.
 * `indent` is the number of spaces the line begins with, `taken` how much of the line stands before the value.
 */
export function printJson(value: unknown, indent = 0, taken = indent): string {
  const inline = printInline(value);
  if (typeof value !== 'object' || value === null) return inline;
  // One character is kept for the comma that may follow.
  return taken + inline.length < width ? inline : printBroken(value, indent);
}

/** A whole document: its own braces stand on lines of their own. */
export function printDocument(document: object): string {
  return `${printBroken(document, 0)}\n`;
}

function printBroken(value: object, indent: number): string {
  const inner = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item: unknown) => printJson(item, indent + 2))
    : entriesOf(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${printJson(item, indent + 2, indent + 2 + name.length)}`;
      });
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function printInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${printInline(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
