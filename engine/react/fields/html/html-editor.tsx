import type { Editor } from '@tiptap/core';
import { EditorContent, useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { textFormats } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { Uploads } from '../file/upload-parts.tsx';
import type { InputProps } from '../renderer/field-renderer.ts';
import { type Dialog, EditorDialog } from './editor-dialogs.tsx';
import { useEditorTools } from './editor-tools.tsx';
import { ToolBar } from './tool-bar.tsx';
import { useEditorOf } from './use-editor-of.ts';
import { silentPictures } from './use-pictures.ts';
import './html-editor.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Fills in formatted text: as it looks, or as its source. */
export function HtmlEditor(props: InputProps) {
  const [isSource, setSource] = useState(false);
  return isSource ? (
    <SourceEditor {...props} onLeave={() => setSource(false)} />
  ) : (
    <LookEditor {...props} onSource={() => setSource(true)} />
  );
}

/** The source of a text. What no field may hold is dropped when it is looked at or saved. */
function SourceEditor({
  id,
  value,
  disabled,
  onChange,
  onBlur,
  onLeave,
}: InputProps & { readonly onLeave: () => void }) {
  const t = useText();
  return (
    <div className="engine-html-editor">
      <div className="engine-html-tools">
        <Button size="small" type="text" className="engine-html-tool engine-html-tool-on" onClick={onLeave}>
          {t('engine.html.look')}
        </Button>
      </div>
      <Input.TextArea
        id={id}
        aria-labelledby={`${id}-label`}
        autoFocus
        className="engine-html-source"
        value={textOf(value)}
        disabled={disabled}
        spellCheck={false}
        rows={14}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </div>
  );
}

function LookEditor(props: InputProps & { readonly onSource: () => void }) {
  const { field, disabled, onSource } = props;
  const t = useText();
  const formats = useMemo(() => new Set(field.formats ?? textFormats), [field.formats]);
  const variables = useMemo(() => field.variables ?? [], [field.variables]);
  const [dialog, setDialog] = useState<Dialog>();
  const place = useRef<HTMLDivElement>(null);
  const { editor, uploads, leftBehind, takeFiles } = useEditorOf(props, {
    ...{ formats, variables },
    onFormula: ({ at, ...formula }) => setDialog({ kind: 'formula', formula, at }),
    onPicture: (at) => setDialog({ kind: 'alt', at }),
    onTools: () => place.current?.querySelector<HTMLButtonElement>('[role=toolbar] button')?.focus(),
  });
  const silent = useEditorState({ editor, selector: ({ editor: one }) => silentPictures(one).length });
  const groups = useEditorTools({
    ...{ editor, formats, variables, onSource },
    onLink: () => setDialog(linkAt(editor)),
    onPicture: () => setDialog({ kind: 'picture' }),
    onFormula: () => setDialog({ kind: 'formula', formula: { latex: '', isBlock: false }, at: undefined }),
  });
  const close = () => {
    setDialog(undefined);
    editor.commands.focus();
  };
  return (
    <div ref={place} className="engine-html-editor">
      <ToolBar
        title={t('engine.html.tools', { title: field.title })}
        groups={groups}
        disabled={disabled}
        onLeave={() => editor.commands.focus()}
      />
      <EditorContent editor={editor} />
      <Uploads uploads={uploads} />
      {silent === 0 || disabled ? null : (
        <Note text={t('engine.html.silentPictures', { count: silent })}>
          <Button
            size="small"
            type="link"
            onClick={() => setDialog({ kind: 'alt', at: silentPictures(editor)[0] ?? 0 })}
          >
            {t('engine.html.sayWhatTheyShow')}
          </Button>
        </Note>
      )}
      {leftBehind === 0 ? null : <Note text={t('engine.html.leftBehind', { count: leftBehind })} />}
      {dialog === undefined ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: its keys are its own, Escape closes it and not the form behind it
        <span role="presentation" onKeyDown={(event) => event.stopPropagation()}>
          <EditorDialog editor={editor} dialog={dialog} onFiles={takeFiles} onNext={setDialog} onClose={close} />
        </span>
      )}
    </div>
  );
}

function Note({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <p className="engine-html-note" role="status">
      {text}
      {children}
    </p>
  );
}

/** The link to fill in for what is chosen: one that is there already, or a new one. */
function linkAt(editor: Editor): Dialog {
  const { from, to } = editor.state.selection;
  const address = textOf(editor.getAttributes('link').href);
  if (address !== '') editor.commands.extendMarkRange('link');
  const isBare = address === '' && editor.state.doc.textBetween(from, to) === '';
  return { kind: 'link', address, words: isBare ? '' : undefined };
}
