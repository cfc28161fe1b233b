import type { DocumentKind } from '../../../engine/model/documents/index.ts';
import { codeOf, messageOf, StartError } from './start-error.ts';
import { isUnavailable } from './unavailable.ts';

/** Where in the documents something stands: `name` is the document's own, `pointer` a JSON pointer into it. */
export type DocumentLocation = { readonly kind: DocumentKind; readonly name: string; readonly pointer: string };

/** What a document asks for and the server cannot do, found only when it does it. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';

  constructor(
    readonly place: DocumentLocation,
    override readonly cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/** Does what a document asks for; what goes wrong is thrown as a fault of its place. */
export function atDocument<T>(place: DocumentLocation, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw located(place, error);
  }
}

/** The same for work that takes its time. */
export async function whileAtDocument<T>(place: DocumentLocation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw located(place, error);
  }
}

/** What goes wrong with a table is the fault of the document that asks for it. */
export function whileAtTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  return whileAtDocument({ kind: 'entity', name: table, pointer: '' }, work);
}

/** The innermost place is the nearest; what no document can be blamed for is left as it is. */
function located(place: DocumentLocation, error: unknown): unknown {
  const isLocated = error instanceof StartError || error instanceof DocumentFault;
  return isLocated || isCircumstance(error) ? error : new DocumentFault(place, error);
}

/** Connections, rights, locks and cancelled statements: the same documents may well do the next time. */
function isCircumstance(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    isUnavailable(error) || code === '42501' || code === '57014' || /^(?:40|55)/.test(code) || /^E[A-Z]+$/.test(code)
  );
}
