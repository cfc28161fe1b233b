import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { TextVariable } from '../../../model/documents/index.ts';
import { variablesIn } from '../../../model/fields/index.ts';

/** Shows which words of a text are variables, by their titles, and which are none. */
export function variableMarks(variables: readonly TextVariable[], unknownTitle: string) {
  const titles = new Map(variables.map(({ key, title }) => [key, title]));
  return Extension.create({
    name: 'variableMarks',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key: new PluginKey('variableMarks'),
        state: {
          init: (_, { doc }) => marksIn(doc, titles, unknownTitle),
          apply: (change, marks) => (change.docChanged ? marksIn(change.doc, titles, unknownTitle) : marks),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ],
  });
}

function marksIn(doc: Node, titles: ReadonlyMap<string, string>, unknownTitle: string): DecorationSet {
  const marks: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc');
    for (const { key, isClosed, from, to } of variablesIn(text)) {
      const title = isClosed ? titles.get(key) : undefined;
      const className = title === undefined ? 'engine-html-variable engine-html-unknown' : 'engine-html-variable';
      marks.push(
        Decoration.inline(position + 1 + from, position + 1 + to, {
          class: className,
          'data-title': title ?? unknownTitle,
        }),
      );
    }
    return false;
  });
  return DecorationSet.create(doc, marks);
}
