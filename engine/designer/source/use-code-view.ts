import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { ConfigProvider } from 'antd';
import { type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useCodeText } from '../texts/use-code-text.ts';
import { codeLook } from './code-look.ts';
import { codePhrases } from './code-phrases.ts';

type CodeView = {
  /** Put on the element the editor is to stand in. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** The editor, once it stands. */
  readonly view: EditorView | undefined;
};

/**
 * A code editor that lives as long as the component: `text` is what it begins with, `label` and `extensions` may change at any time,
 * `onLeave` is told before it goes.
 * Its styles carry the nonce that the page gives its own, as the policy asks for.
 */
export function useCodeView(
  text: string,
  label: string,
  extensions: Extension,
  onLeave?: (view: EditorView) => void,
): CodeView {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [slot] = useState(() => new Compartment());
  const t = useCodeText();
  const parts = useMemo(
    () => [EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }), codePhrases(t), extensions],
    [label, t, extensions],
  );
  const first = useRef({ text, parts, onLeave });
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: first.current.text,
        extensions: [nonce === undefined ? [] : EditorView.cspNonce.of(nonce), codeLook, slot.of(first.current.parts)],
      }),
    });
    setView(made);
    const leaving = first.current.onLeave;
    return () => {
      leaving?.(made);
      made.destroy();
      setView(undefined);
    };
  }, [nonce, slot]);
  useEffect(() => {
    view?.dispatch({ effects: slot.reconfigure(parts) });
  }, [view, slot, parts]);
  return { place, view };
}
