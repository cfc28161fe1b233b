import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { refuse } from '../../kernel/errors/app-error.ts';
import { tableText } from '../../texts/files/table-text.ts';
import type { ReadBudget } from './read-budget.ts';

/** What a reader of XML is told; names come without their prefix. */
export type XmlHandler = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

const deepest = 64;

/**
 * Parses XML as it streams in, yielding after each piece so that the handler's gains can be taken away. Entities that
 * a document defines itself are never expanded; what is not well formed is refused.
 */
export async function* parseXml(source: Readable, handler: XmlHandler, budget: ReadBudget): AsyncIterable<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw refuse('E_IMPORT_FILE', { got: tableText('table.xml', { why: error.message.slice(0, 80) }) });
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw refuse('E_IMPORT_FILE', { got: tableText('table.xml.deep') });
    handler.open?.(localName(name), attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of source) {
      budget.spend(chunk.length);
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } finally {
    source.destroy();
  }
}

/** The same where all is read before anything is used. */
export async function readXml(source: Readable, budget: ReadBudget, handler: XmlHandler): Promise<void> {
  for await (const _ of parseXml(source, handler, budget));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
