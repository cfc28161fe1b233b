import { setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { Alert, Button } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { DesignTitles } from '../../model/design/index.ts';
import type { Fault } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { useEngine } from '../../react/index.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { useCodeText } from '../texts/use-code-text.ts';
import './code.css';
import { diagnosticsOf } from './diagnostics.ts';
import { grammarParts, jsonParts } from './json-extensions.ts';
import { jsonText } from './json-text.ts';
import { keepSource, keptSource } from './kept-source.ts';
import { type ParseFault, parseFaultText, readSource } from './read-source.ts';
import { SourceFollower } from './source-follower.ts';
import { keyPathAt, rangeAt } from './source-places.ts';
import { useCodeView } from './use-code-view.ts';

/** What a page document is edited with as source. */
export type SourceEditorProps = {
  readonly document: JsonObject;
  /** JSON Schema of the kind of page. */
  readonly schema: Grammar;
  readonly faults: readonly Fault[];
  /** The documents around the page: what names may be written, and what they are called. */
  readonly titles?: DesignTitles;
  readonly onChange: (document: JsonObject) => void;
  /** Told where the text is no document, and `undefined` once it is one again. */
  readonly onParseFault?: (fault: ParseFault | undefined) => void;
  /** Key path to show, when it changes from outside. */
  readonly at?: string;
  /** Told what the cursor stands in. */
  readonly onCursor?: (at: string) => void;
  /** What the text is kept as while it is no document; the name of the page unless told. */
  readonly keepAs?: string;
};

/**
 * A page document as text, beside the page it makes: what is typed becomes the document, what is changed elsewhere comes
 * into the text without touching the rest of it. A text that is no JSON stays, and is told with its line and column.
 */
export function SourceEditor(props: SourceEditorProps) {
  const { document: page, schema, faults, titles, keepAs = String(page.name) } = props;
  const t = useCodeText();
  const { user } = useEngine();
  const kept = useMemo(() => ({ user: user.id, of: keepAs }), [user.id, keepAs]);
  const [start] = useState(() => keptSource(kept) ?? { text: jsonText(page), common: page });
  const [fault, setFault] = useState<ParseFault>();
  const latest = useLatest(props);
  const [follower] = useState(
    () =>
      new SourceFollower(page, start.common, {
        onChange: (document) => latest.current.onChange(document),
        onCursor: (at) => at !== latest.current.at && latest.current.onCursor?.(at),
        onFault: (found, source) => {
          keepSource(kept, found === undefined ? undefined : source);
          setFault(found);
          latest.current.onParseFault?.(found);
        },
      }),
  );
  const extensions = useMemo(
    () => [jsonParts, grammarParts(schema, titles, t), follower.extension],
    [schema, titles, t, follower],
  );
  const { place, view } = useCodeView(start.text, t('designer.source.label'), extensions, (leaving) =>
    follower.flush(leaving),
  );
  useEffect(() => (view === undefined ? undefined : follower.read(view)), [view, follower]);
  useEffect(() => (view === undefined ? undefined : follower.follow(view, page)), [view, follower, page]);
  useDiagnostics(view, faults, fault);
  useShown(view, props.at);
  const layOut = () => view && follower.rewrite(view, jsonText(page));
  return (
    <div className="design-source">
      {fault === undefined ? (
        <div className="design-source-tools">
          <Button size="small" onClick={layOut}>
            {t('designer.source.layOut')}
          </Button>
          <span className="engine-quiet">{t('designer.source.keys')}</span>
        </div>
      ) : (
        <Alert
          type="error"
          showIcon
          message={t('designer.source.at', {
            line: fault.line,
            column: fault.column,
            fault: parseFaultText(t, fault),
          })}
          description={t('designer.source.kept')}
          action={
            <Button size="small" onClick={layOut}>
              {t('designer.revert')}
            </Button>
          }
        />
      )}
      <div ref={place} className="design-code" />
    </div>
  );
}

function useLatest(props: SourceEditorProps): RefObject<SourceEditorProps> {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  return latest;
}

/** Underlines what is wrong, whenever that is known anew. */
function useDiagnostics(view: EditorView | undefined, faults: readonly Fault[], fault: ParseFault | undefined): void {
  const t = useCodeText();
  useEffect(() => {
    if (view === undefined) return;
    // A parse fault that came or went is a reason, too.
    const all = fault === undefined ? faults : [];
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc.toString(), all, t)));
  }, [view, faults, fault, t]);
}

/** Brings what was selected elsewhere into sight; whoever types here is left where he is. */
function useShown(view: EditorView | undefined, at: string | undefined): void {
  useEffect(() => {
    if (view === undefined || at === undefined || view.hasFocus) return;
    const { tree } = readSource(view.state.doc.toString());
    if (tree === undefined || keyPathAt(tree, view.state.selection.main.head) === at) return;
    const range = rangeAt(tree, at);
    if (range === undefined) return;
    view.dispatch({
      selection: { anchor: range.from, head: range.to },
      effects: EditorView.scrollIntoView(range.from, { y: 'center' }),
    });
  }, [view, at]);
}
