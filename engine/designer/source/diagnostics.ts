import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { Fault } from '../../model/faults/index.ts';
import type { CodeText } from '../texts/use-code-text.ts';
import { parseFaultText, readSource } from './read-source.ts';
import { type SourceFault, sourceFaults } from './source-faults.ts';

/** What is wrong with the text that an editor holds: that it is no document, or else the faults of the document. */
export function diagnosticsOf(text: string, faults: readonly Fault[], t: CodeText): Diagnostic[] {
  const { fault, tree } = readSource(text);
  if (fault !== undefined) {
    const from = Math.min(fault.offset, Math.max(0, text.length - 1));
    const to = Math.min(text.length, from + Math.max(1, fault.length));
    return [{ from, to, severity: 'error', message: parseFaultText(t, fault) }];
  }
  return sourceFaults(text, tree, faults).map((found) => diagnosticOf(found, t));
}

function diagnosticOf({ from, to, message, repair }: SourceFault, t: CodeText): Diagnostic {
  const told: Diagnostic = { from, to, severity: 'error', message };
  if (repair === undefined) return told;
  const apply = (view: EditorView, at: number) => {
    // What was typed since may have moved it: it is looked for where the fault stands now.
    const before = view.state.sliceDoc(at, at + (to - from));
    const index = before.indexOf(view.state.sliceDoc(repair.from, repair.to));
    const start = index < 0 ? undefined : at + index;
    if (start === undefined) return;
    view.dispatch({
      changes: { from: start, to: start + (repair.to - repair.from), insert: repair.insert },
      userEvent: 'input.complete',
    });
  };
  return { ...told, actions: [{ name: t('designer.code.repair', { name: repair.nearest }), apply }] };
}
