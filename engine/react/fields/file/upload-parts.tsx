import { UploadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { endingsOf, type FileRule, sizeText } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { UploadStage, useUploads } from './use-uploads.ts';
import './file.css';

type DropPlaceProps = {
  readonly id: string;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** Where files can be dropped, and pasted while the keyboard is in it. */
export function DropPlace({ id, disabled, onFiles, children }: DropPlaceProps) {
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

/** Files on their way, and why others were refused. */
export function Uploads({ uploads }: { readonly uploads: ReturnType<typeof useUploads> }) {
  const { stages, drop, retry } = uploads;
  return stages.map((stage) =>
    stage.kind === 'sending' ? (
      <Sending key={stage.key} stage={stage} onStop={() => drop(stage.key)} />
    ) : (
      <Refused
        key={stage.key}
        stage={stage}
        onRetry={(file) => retry(stage.key, file)}
        onDismiss={() => drop(stage.key)}
      />
    ),
  );
}

type RefusedProps = {
  readonly stage: Extract<UploadStage, { kind: 'refused' }>;
  readonly onRetry: (file: File) => void;
  readonly onDismiss: () => void;
};

function Refused({ stage: { name, reason, file }, onRetry, onDismiss }: RefusedProps) {
  const t = useText();
  return (
    <div className="engine-file-refused" role="alert">
      <span className="engine-file-name">{name}</span>
      <span className="engine-file-reason">{reason}</span>
      <span className="engine-file-tools">
        {file === undefined ? null : (
          <Button size="small" onClick={() => onRetry(file)}>
            {t('engine.fault.retry')}
          </Button>
        )}
        <Button size="small" type="text" onClick={onDismiss}>
          {t('engine.file.dismiss')}
        </Button>
      </span>
    </div>
  );
}

type SendingProps = { readonly stage: Extract<UploadStage, { kind: 'sending' }>; readonly onStop: () => void };

function Sending({ stage: { file, sent, isWaiting }, onStop }: SendingProps) {
  const t = useText();
  return (
    <div className="engine-file-sending">
      <span className="engine-file-name">{file.name}</span>
      <span className="engine-quiet">{sizeText(file.size)}</span>
      <Progress
        percent={Math.round(sent * 100)}
        size="small"
        status={isWaiting ? 'normal' : 'active'}
        aria-label={t('engine.file.sending', { name: file.name })}
      />
      <Button size="small" onClick={onStop}>
        {t('engine.cancel')}
      </Button>
      <span role="status" className="engine-file-waiting">
        {isWaiting ? t('engine.file.waiting') : ''}
      </span>
    </div>
  );
}

type ChooserProps = {
  readonly rule: FileRule;
  readonly title: string;
  /** What may be chosen, in words; absent where it was said already. */
  readonly hint?: string | undefined;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

/** The button that chooses files, and what may be chosen. */
export function Chooser({ rule, title, hint, isMultiple = false, onFiles, children }: ChooserProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="engine-file-chooser">
      <Button size="small" icon={<UploadOutlined aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {title}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={isMultiple}
        accept={endingsOf(rule.kinds).join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen once more.
          target.value = '';
        }}
      />
      {children}
      {hint === undefined ? null : <span className="engine-file-hint">{hint}</span>}
    </div>
  );
}

/** Takes a removal back; the keyboard is on it, since the button that removed is gone. */
export function UndoRemoval({ onUndo }: { readonly onUndo: () => void }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <span role="status">
      {t('engine.file.removed')}
      <Button ref={button} size="small" type="link" onClick={onUndo}>
        {t('engine.file.undo')}
      </Button>
    </span>
  );
}
