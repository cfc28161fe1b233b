import type { JsonObject } from '../../model/json/index.ts';
import { applyEdit, type DocumentEdit } from './edits.ts';

/** What somebody did in one go: the edits that take it back. */
type Done = { readonly inverse: readonly DocumentEdit[]; readonly joins?: string | undefined };

/** A document with everything that was done to it and taken back again, without end. */
export type CommandStack = {
  readonly document: JsonObject;
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
};

/** A document to which nothing was done yet. */
export function commandStack(document: JsonObject): CommandStack {
  return { document, done: [], undone: [] };
}

/**
 * Does edits in one go; those that do not fit are left out, and where none does nothing changes. What `joins` the last
 * command, such as one letter after the other, is taken back together with it.
 */
export function doEdits(stack: CommandStack, edits: readonly DocumentEdit[], joins?: string): CommandStack {
  const { document, inverse } = applied(stack.document, edits);
  if (inverse.length === 0) return stack;
  const last = stack.done.at(-1);
  if (joins !== undefined && last?.joins === joins)
    return {
      document,
      done: [...stack.done.slice(0, -1), { joins, inverse: [...inverse, ...last.inverse] }],
      undone: [],
    };
  return { document, done: [...stack.done, { inverse, joins }], undone: [] };
}

/** Takes back what was done last; what others changed meanwhile stays. */
export function undoOne(stack: CommandStack): CommandStack {
  const last = stack.done.at(-1);
  if (last === undefined) return stack;
  const { document, inverse } = applied(stack.document, last.inverse);
  return { document, done: stack.done.slice(0, -1), undone: [...stack.undone, { inverse }] };
}

/** Does again what was taken back last. */
export function redoOne(stack: CommandStack): CommandStack {
  const last = stack.undone.at(-1);
  if (last === undefined) return stack;
  const { document, inverse } = applied(stack.document, last.inverse);
  return { document, done: [...stack.done, { inverse }], undone: stack.undone.slice(0, -1) };
}

/** The same commands over what somebody else made of the document. */
export function withDocument(stack: CommandStack, document: JsonObject): CommandStack {
  return { ...stack, document };
}

function applied(document: JsonObject, edits: readonly DocumentEdit[]) {
  let result = document;
  const inverse: DocumentEdit[] = [];
  for (const edit of edits) {
    const edited = applyEdit(result, edit);
    if (edited === undefined) continue;
    result = edited.document;
    inverse.unshift(edited.inverse);
  }
  return { document: result, inverse };
}
