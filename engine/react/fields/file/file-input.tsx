import { type ReactNode, useState } from 'react';
import { type FileRule, fileLimits, fileTypeOf } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { emptyText, type InputProps } from '../renderer/field-renderer.ts';
import { FileCard } from './file-card.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { Chooser, DropPlace, UndoRemoval, Uploads } from './upload-parts.tsx';
import { ruleOf, useUploads } from './use-uploads.ts';

/** Holds one file: chosen, dropped or pasted, sent at once, and given to the record when the form is saved. */
export function FileInput(props: InputProps) {
  const { id, value, disabled, onChange } = props;
  const t = useText();
  const rule = ruleOf(props.field);
  const [removed, setRemoved] = useState<string>();
  const uploads = useUploads({
    field: props.field,
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
      {disabled ? null : <UnfinishedUploads rule={rule} stages={uploads.stages} />}
      {isSending || disabled ? null : (
        <FileChooser
          rule={rule}
          isPicture={fileTypeOf(props.field.type) === 'image'}
          isAgain={chosen !== undefined}
          onFiles={take}
        >
          {removed === undefined || chosen !== undefined ? null : <UndoRemoval onUndo={() => undo(removed)} />}
        </FileChooser>
      )}
      {disabled && chosen === undefined ? <span className="engine-quiet">{emptyText}</span> : null}
    </DropPlace>
  );
}

type FileChooserProps = {
  readonly rule: FileRule;
  readonly isPicture: boolean;
  readonly isAgain: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** Chooses the first file, with what it may be, or another in its place. */
function FileChooser({ isPicture, isAgain, ...rest }: FileChooserProps) {
  const t = useText();
  if (isAgain) return <Chooser title={t('engine.file.replace')} {...rest} />;
  const title = t(isPicture ? 'engine.file.chooseImage' : 'engine.file.choose');
  const hint = t('engine.file.hint', { limits: fileLimits(rest.rule) });
  return <Chooser title={title} hint={hint} {...rest} />;
}
