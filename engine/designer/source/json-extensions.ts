import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { DesignTitles } from '../../model/design/index.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { CodeText } from '../texts/use-code-text.ts';
import { type Hint, hintAt, type Offer, offersAt } from './source-offers.ts';
import { whileTyping } from './while-typing.ts';

/** What an editor of JSON consists of, whatever it edits. Tab leaves it, as it leaves every other field. */
export const jsonParts: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  foldGutter(),
  lintGutter(),
  drawSelection(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  // Of an item that is shown only its brace is selected.
  highlightSelectionMatches({ minSelectionLength: 2 }),
  json(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

/** Completion and hover from the grammar and the documents around the page. */
export function grammarParts(grammar: Grammar, titles: DesignTitles | undefined, t: CodeText): Extension {
  return [
    autocompletion({
      override: [whileTyping((context) => completionsAt(context, grammar, titles, t))],
      icons: false,
      // What follows at once is typed first: the whole text is looked at to know what may stand there.
      activateOnTypingDelay: 150,
    }),
    hoverTooltip((view, pos) => {
      const hint = hintAt(view.state.doc.toString(), pos, grammar, t, titles);
      return hint === undefined
        ? null
        : { pos: hint.from, end: hint.to, above: true, create: () => ({ dom: hintElement(hint) }) };
    }),
  ];
}

function completionsAt(
  context: CompletionContext,
  grammar: Grammar,
  titles: DesignTitles | undefined,
  t: CodeText,
): CompletionResult | null {
  const found = offersAt(context.state.doc.toString(), context.pos, grammar, t, titles);
  if (found === undefined) return null;
  // Nothing is opened by a blank or a bracket alone: only where something is being typed, or when asked for.
  if (!context.explicit && found.from === found.to) return null;
  return { from: found.from, to: found.to, options: found.offers.map(completionOf), filter: true };
}

function completionOf(offer: Offer): Completion {
  const { label, detail, info, kind } = offer;
  return {
    // What is typed stands in quotation marks, so what it is compared with does, too.
    label: kind === 'property' ? `"${label}"` : label,
    displayLabel: label,
    detail,
    type: kind,
    ...(info === undefined ? {} : { info }),
    apply: (view, completion, from, to) => applyOffer(view, completion, from, to, offer),
  };
}

function applyOffer(view: EditorView, completion: Completion, from: number, to: number, { insert, back }: Offer): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - back },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
}

function hintElement({ title, lines }: Hint): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-source-hint';
  const head = element.appendChild(document.createElement('strong'));
  head.textContent = title;
  for (const line of lines) element.appendChild(document.createElement('p')).textContent = line;
  return element;
}
