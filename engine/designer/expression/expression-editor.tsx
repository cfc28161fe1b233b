import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, tooltips } from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'react';
import type { ExpressionScope } from '../../model/check/index.ts';
import { checkExpression, evaluate, parseExpression, type Scope } from '../../model/expression/index.ts';
import { type Fault, faultMessage } from '../../model/faults/index.ts';
import '../source/code.css';
import { useCodeView } from '../source/use-code-view.ts';
import { whileTyping } from '../source/while-typing.ts';
import { type CodeText, useCodeText } from '../texts/use-code-text.ts';
import './expression.css';
import { expressionLanguage } from './expression-language.ts';
import { expressionOffersAt } from './expression-offers.ts';

/** An expression as it is edited. */
export type ExpressionEditorProps = {
  readonly value: string;
  /** What it may read and has to answer; without it nothing is offered and only its form is checked. */
  readonly scope: ExpressionScope | undefined;
  readonly onChange: (value: string) => void;
  /** What the whole page was found wrong with here. */
  readonly faults?: readonly Fault[];
  /** Names the field for screen readers. */
  readonly label?: string;
  /** A record to work the expression out for, as one picks it. */
  readonly sample?: Scope;
};

type TextFault = { readonly from: number; readonly to: number; readonly message: string; readonly nearest?: string };

const fromOutside = Annotation.define<boolean>();

/** An expression with completion of what it may read, its faults as they are typed, and its value for a record. */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const t = useCodeText();
  const { value, scope, faults = [], label = t('designer.expression.label'), sample } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const extensions = useMemo(
    () => [
      parts,
      scope === undefined ? [] : completion(scope, t),
      EditorView.updateListener.of((update) => {
        const isOutside = update.transactions.some((one) => one.annotation(fromOutside) === true);
        if (update.docChanged && !isOutside) latest.current.onChange(update.state.doc.toString());
      }),
    ],
    [scope, t],
  );
  const { place, view } = useCodeView(value, label, extensions);
  useEffect(() => {
    if (view === undefined || view.state.doc.toString() === value) return;
    const changes = { from: 0, to: view.state.doc.length, insert: value };
    view.dispatch({ changes, annotations: fromOutside.of(true) });
  }, [view, value]);
  const found = useMemo(() => textFaults(value, scope), [value, scope]);
  useEffect(() => {
    if (view === undefined || view.state.doc.length !== value.length) return;
    view.dispatch(
      setDiagnostics(
        view.state,
        found.map((fault) => diagnosticOf(fault, t)),
      ),
    );
  }, [view, value, found, t]);
  const told = found.length > 0 ? found.map(({ message }) => message) : faults.map((fault) => faultMessage(fault));
  const answer = sample === undefined || told.length > 0 ? undefined : answerOf(value, sample, t);
  return (
    <div className="design-expression">
      <div ref={place} className="design-code" />
      <div aria-live="polite">
        {told.map((message) => (
          <div key={message} className="design-expression-fault">
            {message}
          </div>
        ))}
        {answer === undefined ? null : (
          <div className="engine-quiet">{t('designer.expression.sample', { value: answer })}</div>
        )}
      </div>
    </div>
  );
}

/** One line, however long: Enter takes what is offered, and makes no line. */
const parts: Extension = [
  Prec.high(EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change))),
  EditorView.lineWrapping,
  tooltips({ position: 'fixed' }),
  history(),
  bracketMatching(),
  closeBrackets(),
  expressionLanguage,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
];

function completion(scope: ExpressionScope, t: CodeText): Extension {
  return autocompletion({
    icons: false,
    activateOnTypingDelay: 50,
    override: [
      whileTyping((context) => {
        const { from, offers } = expressionOffersAt(context.state.doc.toString(), context.pos, scope, t);
        const isAsked = context.explicit || context.matchBefore(/[\w.'"]$/) !== null;
        if (!isAsked || offers.length === 0) return null;
        return {
          from,
          options: offers.map(({ label, detail, info, insert, back, kind }) => ({
            label,
            detail,
            type: kind,
            ...(info === undefined ? {} : { info }),
            apply: (view: EditorView, _: unknown, start: number, end: number) =>
              view.dispatch({
                changes: { from: start, to: end, insert },
                selection: { anchor: start + insert.length - back },
                userEvent: 'input.complete',
              }),
          })),
          validFor: /^\w*$/,
        };
      }),
    ],
  });
}

/** What is wrong with an expression where it stands; an empty one is told by its place. */
function textFaults(source: string, scope: ExpressionScope | undefined): readonly TextFault[] {
  if (source.trim() === '') return [];
  if (scope === undefined) {
    const outcome = parseExpression(source);
    return outcome.ok ? [] : [textFault(outcome, source)];
  }
  return checkExpression(source, scope.use, scope.environment).map((fault) => textFault(fault, source));
}

type FoundFault = Omit<Fault, 'pointer'> & { readonly offset: number; readonly length: number };

function textFault(fault: FoundFault, source: string): TextFault {
  const { code, expected, got, nearest } = fault;
  const from = Math.min(fault.offset, Math.max(0, source.length - 1));
  const message = faultMessage({ code, pointer: '', ...told({ expected, got, nearest }) });
  const to = Math.min(source.length, Math.max(from + 1, from + fault.length));
  return { from, to, message, ...(nearest === undefined ? {} : { nearest }) };
}

function told(parts: {
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
  readonly nearest?: string | undefined;
}) {
  const { expected, got, nearest } = parts;
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function diagnosticOf({ from, to, message, nearest }: TextFault, t: CodeText) {
  return {
    from,
    to,
    message,
    severity: 'error' as const,
    ...(nearest === undefined ? {} : { actions: [repair(nearest, t)] }),
  };
}

function repair(nearest: string, t: CodeText) {
  return {
    name: t('designer.code.repair', { name: nearest }),
    apply: (view: EditorView, from: number, to: number) => {
      const written = view.state.sliceDoc(from, to);
      // A fault of a path is told with its root, the name that was meant without.
      const root = /^(record|old|form|row|user|page)[.]/.exec(written)?.[0] ?? '';
      view.dispatch({ changes: { from: from + root.length, to, insert: nearest }, userEvent: 'input.complete' });
    },
  };
}

function answerOf(source: string, sample: Scope, t: CodeText): string | undefined {
  const outcome = parseExpression(source);
  if (!outcome.ok) return undefined;
  const value = evaluate(outcome.expression, sample);
  if (value === null) return t('designer.expression.noValue');
  if (typeof value === 'boolean') return t(value ? 'designer.expression.true' : 'designer.expression.false');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
