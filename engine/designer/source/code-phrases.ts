import { EditorState, type Extension } from '@codemirror/state';
import type { CodeText } from '../texts/use-code-text.ts';

/** What the parts of the editor say, by the English words they are written with. */
const phrases = {
  'Control character': 'designer.code.control',
  'Selection deleted': 'designer.code.selectionDeleted',
  'Folded lines': 'designer.code.foldedLines',
  'Unfolded lines': 'designer.code.unfoldedLines',
  to: 'designer.code.to',
  'folded code': 'designer.code.folded',
  unfold: 'designer.code.unfold',
  'Fold line': 'designer.code.foldLine',
  'Unfold line': 'designer.code.unfoldLine',
  Completions: 'designer.code.completions',
  Diagnostics: 'designer.code.diagnostics',
  'No diagnostics': 'designer.code.noDiagnostics',
  close: 'designer.code.close',
  Find: 'designer.code.find',
  Replace: 'designer.code.replaceWith',
  next: 'designer.code.next',
  previous: 'designer.code.previous',
  all: 'designer.code.all',
  'match case': 'designer.code.matchCase',
  'by word': 'designer.code.byWord',
  regexp: 'designer.code.regexp',
  replace: 'designer.code.replace',
  'replace all': 'designer.code.replaceAll',
  'replaced $ matches': 'designer.code.replacedMany',
  'replaced match on line $': 'designer.code.replacedOne',
  'on line': 'designer.code.onLine',
  'current match': 'designer.code.currentMatch',
  'Go to line': 'designer.code.goToLine',
  go: 'designer.code.go',
} as const;

/** What the parts of the editor say, in the language of the host. */
export function codePhrases(t: CodeText): Extension {
  return EditorState.phrases.of(Object.fromEntries(Object.entries(phrases).map(([phrase, key]) => [phrase, t(key)])));
}
