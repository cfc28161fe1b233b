import type { Editor } from '@tiptap/core';
import type { Attrs, Node } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';
import type { UploadedFile } from '../../../model/wire/index.ts';
import { useUploads } from '../file/use-uploads.ts';
import type { InputProps } from '../renderer/field-renderer.ts';

/** Sends pictures of a text on their way, and gives them their files when they have arrived. */
export function usePictures(editor: { readonly current: Editor | null }, onWork: InputProps['onWork']) {
  const arrived = useRef(new Map<string, string>());
  const settle = () => {
    if (editor.current !== null) give(editor.current, arrived.current);
  };
  const uploads = useUploads({
    field: { type: 'image' },
    onSent: (file: UploadedFile, key: number) => {
      arrived.current.set(`${key}`, file.id);
      settle();
    },
    onWork,
  });
  const { stages } = uploads;
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const now = new Set(stages.map(({ key }) => key));
    // One that was given up leaves the text too.
    for (const key of known.current)
      if (!now.has(key) && !arrived.current.has(`${key}`)) take(editor.current, `${key}`);
    known.current = now;
  }, [stages, editor]);
  return { uploads, settle };
}

/** Gives the pictures of uploads their files; nothing anybody would want to undo. */
function give({ state, view }: Editor, files: ReadonlyMap<string, string>): void {
  const change = state.tr.setMeta('addToHistory', false);
  for (const { at, attrs } of waitingIn(state.doc)) {
    const file = files.get(String(attrs.upload));
    if (file !== undefined) change.setNodeMarkup(at, undefined, { ...attrs, file, upload: null });
  }
  if (change.docChanged) view.dispatch(change);
}

function take(editor: Editor | null, key: string): void {
  if (editor === null) return;
  const change = editor.state.tr.setMeta('addToHistory', false);
  for (const { at, attrs } of waitingIn(editor.state.doc).toReversed())
    if (String(attrs.upload) === key) change.delete(at, at + 1);
  if (change.docChanged) editor.view.dispatch(change);
}

/** The pictures still on their way. */
function waitingIn(doc: Node) {
  const waiting: { readonly at: number; readonly attrs: Attrs }[] = [];
  doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'picture' && attrs.upload !== null) waiting.push({ at, attrs });
  });
  return waiting;
}

/** Where the pictures stand that say nothing to who does not see them. */
export function silentPictures({ state }: Editor): readonly number[] {
  const places: number[] = [];
  state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'picture' && String(attrs.alt ?? '').trim() === '') places.push(at);
  });
  return places;
}
