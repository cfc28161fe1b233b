import { useEffect, useRef, useState } from 'react';
import { fileLimits, fileTypeOf, usualFiles } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { emptyText, type InputProps } from '../renderer/field-renderer.ts';
import { idsOf } from '../renderer/ids-of.ts';
import { FileCard } from './file-card.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { Chooser, DropPlace, UndoRemoval, Uploads } from './upload-parts.tsx';
import { ruleOf, useUploads } from './use-uploads.ts';

type Removed = { readonly id: string; readonly place: number };

/** Holds several files in their order: chosen, dropped or pasted together, each sent with its own progress. */
export function FilesInput(props: InputProps) {
  const { id, disabled, field } = props;
  const t = useText();
  const rule = ruleOf(field);
  const most = field.max ?? usualFiles;
  const ids = idsOf(props.value);
  const latest = useLatest(ids);
  const [removed, setRemoved] = useState<Removed>();
  const [moved, setMoved] = useState<number>();
  const change = (next: readonly string[]) => {
    latest.current = next;
    props.onChange(next.length === 0 ? null : next);
  };
  const uploads = useUploads({
    field,
    onSent: (file) => change([...latest.current, file.id]),
    onWork: props.onWork,
  });
  const take = (files: readonly File[]) => {
    const room = most - ids.length - uploads.stages.filter(({ kind }) => kind === 'sending').length;
    for (const file of files.slice(0, Math.max(room, 0))) uploads.start(file);
    const [first, ...others] = files.slice(Math.max(room, 0));
    if (first === undefined) return;
    const name = others.length === 0 ? first.name : t('engine.file.names', { name: first.name, count: others.length });
    uploads.refuse(name, t('engine.file.tooMany', { most }));
  };
  const remove = (place: number) => {
    const gone = ids[place];
    if (gone === undefined) return;
    setMoved(undefined);
    setRemoved({ id: gone, place });
    change(ids.toSpliced(place, 1));
  };
  const undo = (back: Removed) => {
    setRemoved(undefined);
    change(latest.current.toSpliced(back.place, 0, back.id));
  };
  const move = (place: number, by: -1 | 1) => {
    const held = ids[place];
    if (held === undefined) return;
    change(ids.toSpliced(place, 1).toSpliced(place + by, 0, held));
    setMoved(place + by + 1);
  };
  const isFull = ids.length >= most;
  const hint = t('engine.file.hintSeveral', { limits: fileLimits(rule), most });
  const choose = t(fileTypeOf(field.type) === 'image' ? 'engine.file.chooseImage' : 'engine.file.choose');
  return (
    <DropPlace id={id} disabled={disabled} onFiles={take}>
      {ids.length === 0 ? null : (
        <ol className="engine-file-list">
          {ids.map((fileId, place) => (
            <li key={fileId}>
              <FileCard
                id={fileId}
                order={disabled ? undefined : { place, count: ids.length, onMove: (by) => move(place, by) }}
                onRemove={disabled ? undefined : () => remove(place)}
              />
            </li>
          ))}
        </ol>
      )}
      <Uploads uploads={uploads} />
      {disabled ? null : <UnfinishedUploads rule={rule} stages={uploads.stages} />}
      <span role="status" className="engine-said">
        {moved === undefined ? '' : t('engine.file.moved', { place: moved })}
      </span>
      {disabled ? null : (
        <Chooser
          rule={rule}
          title={ids.length === 0 ? choose : t('engine.file.add')}
          hint={isFull ? t('engine.file.full', { most }) : hint}
          isMultiple
          onFiles={take}
        >
          {removed === undefined ? null : <UndoRemoval key={removed.id} onUndo={() => undo(removed)} />}
        </Chooser>
      )}
      {disabled && ids.length === 0 ? <span className="engine-quiet">{emptyText}</span> : null}
    </DropPlace>
  );
}

/** The value as it is when a file arrives, which may be before it is drawn. */
function useLatest(ids: readonly string[]) {
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  }, [ids]);
  return latest;
}
