import type { Editor } from '@tiptap/core';
import { useEffect, useRef } from 'react';
import type { UploadedFile } from '../../../model/index.ts';
import { useUploads } from '../file/use-uploads.ts';
import type { InputProps } from '../renderer/field-renderer.ts';

/** Sends pictures of a text on their way, and gives them their files when they have arrived. */
export function usePictures(editor: { readonly current: Editor | null }, onWork: InputProps['onWork']) {
  const uploads = useUploads({
    type: 'image',
    onSent: (file: UploadedFile, key: number) => give(editor.current, key, file.id),
    onWork,
  });
  const { stages } = uploads;
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const now = new Set(stages.map(({ key }) => key));
    // One that was given up leaves the text too.
    for (const key of known.current) if (!now.has(key)) take(editor.current, key);
    known.current = now;
  }, [stages, editor]);
  return uploads;
}

/** Gives the picture of an upload its file, as part of the change that put it in. */
function give(editor: Editor | null, key: number, file: string): void {
  if (editor === null) return;
  for (const at of placesOf(editor, key)) {
    const { attrs } = editor.state.doc.nodeAt(at) ?? {};
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...attrs, file, upload: null }));
  }
}

function take(editor: Editor | null, key: number): void {
  if (editor === null) return;
  for (const at of placesOf(editor, key).toReversed()) editor.view.dispatch(editor.state.tr.delete(at, at + 1));
}

function placesOf(editor: Editor, key: number): readonly number[] {
  const places: number[] = [];
  editor.state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'picture' && String(attrs.upload) === `${key}`) places.push(at);
  });
  return places;
}

/** Where the pictures stand that say nothing to who does not see them. */
export function silentPictures({ state }: Editor): readonly number[] {
  const places: number[] = [];
  state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'picture' && String(attrs.alt ?? '').trim() === '') places.push(at);
  });
  return places;
}
