import { type ReactNode, useState } from 'react';
import { type FileFieldType, fileLimits, fileTypeOf, sentKinds } from '../../../model/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { emptyText, type InputProps } from '../renderer/field-renderer.ts';
import { FileCard } from './file-card.tsx';
import { Chooser, DropPlace, UndoRemoval, Uploads } from './upload-parts.tsx';
import { useUploads } from './use-uploads.ts';

/** Holds one file: chosen, dropped or pasted, sent at once, and given to the record when the form is saved. */
export function FileInput(props: InputProps) {
  const { id, value, disabled, onChange } = props;
  const t = useText();
  const type = fileTypeOf(props.field.type) ?? 'file';
  const [removed, setRemoved] = useState<string>();
  const uploads = useUploads({
    type,
    onSent: (file) => {
      setRemoved(undefined);
      onChange(file.id);
    },
    onWork: props.onWork,
  });
  const take = ([first, ...others]: readonly File[]) => {
    if (first === undefined) return;
    uploads.clear();
    if (others.length === 0) uploads.start(first);
    else uploads.refuse(first.name, t('engine.file.onlyOne'));
  };
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const isSending = uploads.stages.some(({ kind }) => kind === 'sending');
  const remove = (fileId: string) => {
    setRemoved(fileId);
    onChange(null);
  };
  const undo = (fileId: string) => {
    setRemoved(undefined);
    onChange(fileId);
  };
  return (
    <DropPlace id={id} disabled={disabled} onFiles={take}>
      {chosen !== undefined && !isSending ? (
        <FileCard id={chosen} onRemove={disabled ? undefined : () => remove(chosen)} />
      ) : null}
      <Uploads uploads={uploads} />
      {isSending || disabled ? null : (
        <FileChooser type={type} isAgain={chosen !== undefined} onFiles={take}>
          {removed === undefined || chosen !== undefined ? null : <UndoRemoval onUndo={() => undo(removed)} />}
        </FileChooser>
      )}
      {disabled && chosen === undefined ? <span className="engine-quiet">{emptyText}</span> : null}
    </DropPlace>
  );
}

type FileChooserProps = {
  readonly type: FileFieldType;
  readonly isAgain: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** Chooses the first file, with what it may be, or another in its place. */
function FileChooser({ type, isAgain, ...rest }: FileChooserProps) {
  const t = useText();
  if (isAgain) return <Chooser type={type} title={t('engine.file.replace')} {...rest} />;
  const title = t(type === 'image' ? 'engine.file.chooseImage' : 'engine.file.choose');
  const hint = t('engine.file.hint', { limits: fileLimits(sentKinds[type]) });
  return <Chooser type={type} title={title} hint={hint} {...rest} />;
}
