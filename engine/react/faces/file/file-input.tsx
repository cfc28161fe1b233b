import { UploadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { endingsOf, fileLimits, sentKinds, sizeText } from '../../../model/index.ts';
import { useText } from '../../engine-context.tsx';
import type { InputProps } from '../face.ts';
import { FileCard } from './file-card.tsx';
import { type FileFieldType, type UploadStage, useUpload } from './use-upload.ts';
import './file.css';

/** Holds one file: chosen, dropped or pasted, sent at once, and given to the record when the form is saved. */
export function FileInput(props: InputProps) {
  const { id, value, disabled, onChange } = props;
  const type: FileFieldType = props.field.type === 'image' ? 'image' : 'file';
  const [removed, setRemoved] = useState<string>();
  const upload = useUpload({
    type,
    onSent: (file) => {
      setRemoved(undefined);
      onChange(file.id);
    },
    onWork: props.onWork,
  });
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const remove = (fileId: string) => {
    setRemoved(fileId);
    onChange(null);
  };
  const undo = (fileId: string) => {
    setRemoved(undefined);
    onChange(fileId);
  };
  return (
    <DropPlace id={id} disabled={disabled} onFiles={upload.take}>
      {chosen !== undefined && upload.stage.kind !== 'sending' ? (
        <FileCard id={chosen} onRemove={disabled ? undefined : () => remove(chosen)} />
      ) : null}
      <Stage upload={upload} />
      {upload.stage.kind === 'sending' || disabled ? null : (
        <Chooser type={type} isAgain={chosen !== undefined} onFiles={upload.take}>
          {removed === undefined || chosen !== undefined ? null : <Undo onUndo={() => undo(removed)} />}
        </Chooser>
      )}
      {disabled && chosen === undefined ? <span className="engine-quiet">—</span> : null}
    </DropPlace>
  );
}

type DropPlaceProps = {
  readonly id: string;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** Where files can be dropped, and pasted while the keyboard is in it. */
function DropPlace({ id, disabled, onFiles, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    setOver(false);
    if (disabled || data.files.length === 0) return;
    event.preventDefault();
    onFiles([...data.files]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div
      id={id}
      role="group"
      className={isOver ? 'engine-file engine-file-over' : 'engine-file'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => take(event, event.dataTransfer)}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      {children}
    </div>
  );
}

/** A file on its way, or why it was refused. */
function Stage({ upload }: { readonly upload: ReturnType<typeof useUpload> }) {
  const t = useText();
  const { stage, drop, retry } = upload;
  if (stage.kind === 'none') return null;
  if (stage.kind === 'sending') return <Sending stage={stage} onStop={drop} />;
  const { file } = stage;
  return (
    <div className="engine-file-refused" role="alert">
      <span className="engine-file-name">{stage.name}</span>
      <span className="engine-file-reason">{stage.reason}</span>
      <span className="engine-file-tools">
        {file === undefined ? null : (
          <Button size="small" onClick={() => retry(file)}>
            {t('engine.fault.retry')}
          </Button>
        )}
        <Button size="small" type="text" onClick={drop}>
          {t('engine.file.dismiss')}
        </Button>
      </span>
    </div>
  );
}

type SendingProps = { readonly stage: Extract<UploadStage, { kind: 'sending' }>; readonly onStop: () => void };

function Sending({ stage: { file, sent }, onStop }: SendingProps) {
  const t = useText();
  return (
    <div className="engine-file-sending">
      <span className="engine-file-name">{file.name}</span>
      <span className="engine-quiet">{sizeText(file.size)}</span>
      <Progress
        percent={Math.round(sent * 100)}
        size="small"
        status="active"
        aria-label={t('engine.file.sending', { name: file.name })}
      />
      <Button size="small" onClick={onStop}>
        {t('engine.cancel')}
      </Button>
    </div>
  );
}

type ChooserProps = {
  readonly type: FileFieldType;
  readonly isAgain: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** The button that chooses a file, and what may be chosen. */
function Chooser({ type, isAgain, onFiles, children }: ChooserProps) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="engine-file-chooser">
      <Button size="small" icon={<UploadOutlined aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {t(isAgain ? 'engine.file.replace' : type === 'image' ? 'engine.file.chooseImage' : 'engine.file.choose')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={endingsOf(sentKinds[type]).join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen once more.
          target.value = '';
        }}
      />
      {children}
      {isAgain ? null : (
        <span className="engine-file-hint">{t('engine.file.hint', { limits: fileLimits(sentKinds[type]) })}</span>
      )}
    </div>
  );
}

function Undo({ onUndo }: { readonly onUndo: () => void }) {
  const t = useText();
  return (
    <span role="status">
      {t('engine.file.removed')}
      <Button size="small" type="link" onClick={onUndo}>
        {t('engine.file.undo')}
      </Button>
    </span>
  );
}
