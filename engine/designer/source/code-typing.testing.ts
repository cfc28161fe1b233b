import { openLintPanel } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';

/** The editor that an element belongs to. */
function viewOf(element: HTMLElement): EditorView {
  const view = EditorView.findFromDOM(element);
  if (view === null) throw new Error('no editor there');
  return view;
}

/** Where a text of the editor ends. */
function behind(view: EditorView, text: string): number {
  const index = view.state.doc.toString().indexOf(text);
  if (index < 0) throw new Error(`“${text}” is not in the text`);
  return index + text.length;
}

/** Types behind a text of an editor, as its own input does: the simulated keys of stories know nothing of what it draws anew. */
export function typeBehind(element: HTMLElement, text: string, typed: string): void {
  const view = viewOf(element);
  const at = behind(view, text);
  view.focus();
  view.dispatch({
    changes: { from: at, insert: typed },
    selection: { anchor: at + typed.length },
    userEvent: 'input.type',
  });
}

/** Opens the list of faults below an editor. */
export function listFaults(element: HTMLElement): void {
  openLintPanel(viewOf(element));
}

/** Takes the last character of a text of an editor away. */
export function eraseBehind(element: HTMLElement, text: string): void {
  const view = viewOf(element);
  const at = behind(view, text);
  view.dispatch({ changes: { from: at - 1, to: at }, userEvent: 'delete.backward' });
}
