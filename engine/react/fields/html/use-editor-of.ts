import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEditor } from '@tiptap/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { TextFormat, TextVariable } from '../../../model/documents/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { InputProps } from '../renderer/field-renderer.ts';
import { type ChosenFormula, extensionsFor } from './editor-extensions.ts';
import { inertHtml } from './inert-html.ts';
import { readPasted } from './pasted-text.ts';
import { usePictures } from './use-pictures.ts';

type EditorOptions = {
  readonly formats: ReadonlySet<TextFormat>;
  readonly variables: readonly TextVariable[];
  /** A formula was clicked, or Enter pressed on it. */
  readonly onFormula: (formula: ChosenFormula) => void;
  /** Enter was pressed on the picture at a place. */
  readonly onPicture: (at: number) => void;
  /** The keyboard wants to go to the tools: Alt + F10, as in other editors. */
  readonly onTools: () => void;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** What is saved of a text: nothing where it shows nothing. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

/** The editor of a field: it follows the value of the form, tells what is typed, and takes pictures along. */
export function useEditorOf(props: InputProps, options: EditorOptions) {
  const { id, value, disabled, onChange, onBlur } = props;
  const t = useText();
  const held = useRef<Editor | null>(null);
  const taking = useTaking(held, options.formats, props.onWork);
  const last = useRef(textOf(value));
  // The editor is made once; what it calls is what stands here now.
  const now = useRef({ ...taking, ...options, onChange, onBlur });
  now.current = { ...taking, ...options, onChange, onBlur };
  const extensions = useMemo(
    () =>
      extensionsFor({
        ...{ formats: options.formats, variables: options.variables },
        unknownTitle: t('engine.html.unknownVariable'),
        onFormula: (formula) => now.current.onFormula(formula),
      }),
    [options.formats, options.variables, t],
  );
  const [content] = useState(() => inertHtml(last.current));
  const [editorProps] = useState(() => ({
    attributes: {
      ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label` },
      class: 'engine-html engine-html-area',
    },
    // Read once before anybody is asked.
    transformPastedHTML: inertHtml,
    handlePaste: (view: EditorView, event: ClipboardEvent) => now.current.paste(view, event),
    handleDrop: (view: EditorView, event: DragEvent) => now.current.drop(view, event),
    handleKeyDown: (view: EditorView, event: KeyboardEvent) => press(view, event, now.current),
  }));
  const editor = useEditor(
    {
      ...{ extensions, content, editorProps, editable: !disabled, injectCSS: false },
      onUpdate: ({ editor: changed }) => {
        // A picture that was taken out and put back while it was on its way.
        now.current.settle();
        const html = htmlOf(changed);
        if (html === last.current) return;
        last.current = html;
        now.current.onChange(html);
      },
      onBlur: () => now.current.onBlur(),
    },
    [extensions],
  );
  held.current = editor;
  useEffect(() => {
    const text = textOf(value);
    if (text === last.current) return;
    last.current = text;
    editor.commands.setContent(inertHtml(text), { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  return { editor, ...taking };
}

/** Where pictures are put, where the keyboard is if nowhere else, and what they show. */
export type PicturePlace = { readonly at?: number | undefined; readonly alt?: string };

/** Takes in what is pasted or dropped: texts in the formats of the field, and pictures, which are sent at once. */
function useTaking(held: RefObject<Editor | null>, formats: ReadonlySet<TextFormat>, onWork: InputProps['onWork']) {
  const t = useText();
  const { uploads, settle } = usePictures(held, onWork);
  const [leftBehind, setLeftBehind] = useState(0);
  const takesPictures = formats.has('picture');
  const takeFiles = (files: readonly File[], { at, alt = '' }: PicturePlace = {}) => {
    for (const [index, file] of files.entries()) {
      const upload = uploads.start(file);
      const place = at === undefined ? held.current?.state.selection.to : at + index;
      if (upload !== undefined && place !== undefined)
        held.current?.commands.insertContentAt(place, { type: 'picture', attrs: { upload: `${upload}`, alt } });
    }
  };
  const paste = (view: EditorView, { clipboardData: data }: ClipboardEvent) => {
    if (data === null) return false;
    const html = data.getData('text/html');
    const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
    // A picture copied in a browser comes with the tag that showed it.
    const isPicture = files.length > 0 && !/<(?:p|table|li|h\d)\b/i.test(html);
    if (takesPictures && isPicture) {
      takeFiles(files);
      return true;
    }
    if (html === '') return false;
    const send = (picture: File) => (takesPictures ? uploads.start(picture) : undefined);
    const pasted = readPasted({ html, rtf: data.getData('text/rtf'), pictureName: t('engine.html.picture') }, send);
    setLeftBehind(takesPictures ? pasted.leftBehind : 0);
    // An event of its own, which brings nothing: the text alone is put in.
    view.pasteHTML(pasted.html, new ClipboardEvent('paste'));
    return true;
  };
  const drop = (view: EditorView, event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return false;
    event.preventDefault();
    if (takesPictures) takeFiles(files, { at: view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos });
    return true;
  };
  return { uploads, settle, leftBehind, takeFiles, paste, drop };
}

function press(view: EditorView, event: KeyboardEvent, { onTools, onPicture, onFormula }: EditorOptions): boolean {
  if (event.altKey && event.key === 'F10') {
    onTools();
    return true;
  }
  // The form's: it is submitted by this.
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return true;
  const { selection } = view.state;
  if (event.key !== 'Enter' || !(selection instanceof NodeSelection)) return false;
  const { type, attrs } = selection.node;
  if (type.name === 'picture') onPicture(selection.from);
  else if (type.name === 'inlineMath' || type.name === 'blockMath')
    onFormula({ latex: String(attrs.latex), isBlock: type.name === 'blockMath', at: selection.from });
  else return false;
  return true;
}
