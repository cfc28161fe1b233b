import type { Editor } from '@tiptap/core';
import { type Formula, FormulaDialog } from './formula-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import type { PicturePlace } from './use-editor-of.ts';
import { silentPictures } from './use-pictures.ts';

/** What is being filled in over the text. */
export type Dialog =
  | { readonly kind: 'link'; readonly address: string; readonly words: string | undefined }
  | { readonly kind: 'picture' }
  /** What the picture at a place shows. */
  | { readonly kind: 'alt'; readonly at: number }
  | { readonly kind: 'formula'; readonly formula: Formula; readonly at: number | undefined };

type EditorDialogProps = {
  readonly editor: Editor;
  readonly dialog: Dialog;
  readonly onFiles: (files: readonly File[], place: PicturePlace) => void;
  readonly onNext: (dialog: Dialog) => void;
  readonly onClose: () => void;
};

/** What is filled in over the text, and put into it. */
export function EditorDialog({ editor, dialog, onFiles, onNext, onClose }: EditorDialogProps) {
  switch (dialog.kind) {
    case 'link':
      return (
        <LinkDialog
          address={dialog.address}
          words={dialog.words}
          onClose={onClose}
          onRemove={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
          onSave={(address, words) => {
            setLink(editor, address, words);
            onClose();
          }}
        />
      );
    case 'formula':
      return (
        <FormulaDialog
          formula={dialog.formula}
          isNew={dialog.at === undefined}
          onClose={onClose}
          onSave={(formula) => {
            putFormula(editor, formula, dialog.at);
            onClose();
          }}
        />
      );
    default:
      return <EditedPicture editor={editor} dialog={dialog} onFiles={onFiles} onNext={onNext} onClose={onClose} />;
  }
}

function EditedPicture({
  editor,
  dialog,
  onFiles,
  onNext,
  onClose,
}: EditorDialogProps & { readonly dialog: Extract<Dialog, { kind: 'picture' | 'alt' }> }) {
  const at = dialog.kind === 'alt' ? dialog.at : undefined;
  const alt = at === undefined ? undefined : String(editor.state.doc.nodeAt(at)?.attrs.alt ?? '');
  const others = at === undefined ? [] : silentPictures(editor).filter((place) => place > at);
  return (
    <PictureDialog
      key={at ?? 'new'}
      alt={alt}
      others={others.length}
      onClose={onClose}
      onSave={(said, file) => {
        if (file !== undefined) onFiles([file], { alt: said });
        if (at !== undefined) sayOfPicture(editor, at, said);
        const [next] = others;
        if (next === undefined) onClose();
        else onNext({ kind: 'alt', at: next });
      }}
    />
  );
}

function sayOfPicture(editor: Editor, at: number, alt: string): void {
  const node = editor.state.doc.nodeAt(at);
  if (node?.type.name === 'picture')
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, alt }));
}

function setLink(editor: Editor, href: string, words: string | undefined): void {
  const chain = editor.chain().focus();
  if (words === undefined) chain.extendMarkRange('link').setLink({ href }).run();
  else
    chain.insertContent({ type: 'text', text: words.trim() || href, marks: [{ type: 'link', attrs: { href } }] }).run();
}

function putFormula(editor: Editor, { latex, isBlock }: Formula, at: number | undefined): void {
  const chain = editor.chain().focus();
  if (at === undefined) {
    // Behind what is chosen, which stays.
    const type = isBlock ? 'blockMath' : 'inlineMath';
    chain.insertContentAt(editor.state.selection.to, { type, attrs: { latex } }).run();
  } else if (isBlock) chain.updateBlockMath({ latex, pos: at }).run();
  else chain.updateInlineMath({ latex, pos: at }).run();
}
