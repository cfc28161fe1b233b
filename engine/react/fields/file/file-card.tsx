import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FileOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { Button, Image, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { playedAs, sizeText } from '../../../model/fields/index.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useDownload } from '../../tasks/use-download.ts';
import { useLargePicture } from './use-file-facts.ts';
import './file.css';

const FilePlayer = lazyPart(async () => (await import('./file-player.tsx')).FilePlayer);

/** Where a file stands among others, and how it is moved. */
export type FileOrder = {
  readonly place: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
};

type FileCardProps = {
  readonly id: string;
  /** Absent where it may not be moved. */
  readonly order?: FileOrder | undefined;
  /** Absent where it may not be removed. */
  readonly onRemove?: (() => void) | undefined;
  /** Whether sounds and films are played in place. */
  readonly isPlayed?: boolean;
};

/** A stored file: a picture to look at, or a name and a size; to be saved, moved and removed. */
export function FileCard({ id, order, onRemove, isPlayed = false }: FileCardProps) {
  const t = useText();
  const download = useDownload();
  const { data, error, isOpen, show } = useLargePicture(id);
  const [isOpened, setOpened] = useState(false);
  const name = data?.name ?? '';
  const tools = (
    <>
      {order === undefined || order.count < 2 ? null : <MoveButtons name={name} order={order} />}
      {onRemove === undefined ? null : (
        <Tool title={t('engine.file.remove', { name })} icon={<DeleteOutlined aria-hidden="true" />} onAct={onRemove} />
      )}
    </>
  );
  if (error !== null)
    return (
      <div className="engine-file-card">
        <InlineFault text={error.message} />
        {tools}
      </div>
    );
  if (data === undefined) return <Skeleton.Input active size="small" />;
  const kind = isPlayed ? playedAs(data.mime) : undefined;
  const card = (
    <div className="engine-file-card">
      {data.mime.startsWith('image/') ? (
        <Image
          src={data.address}
          alt={data.name}
          width={56}
          height={56}
          className="engine-file-picture"
          preview={{ visible: isOpen, onVisibleChange: (open) => void show(open), mask: t('engine.file.view') }}
        />
      ) : (
        <FileOutlined aria-hidden="true" className="engine-file-icon" />
      )}
      <span className="engine-file-facts">
        <span className="engine-file-name" title={data.name}>
          {data.name}
        </span>
        <span className="engine-quiet">{sizeText(data.size)}</span>
      </span>
      {kind !== undefined ? (
        <Tool
          title={t(isOpened ? 'engine.play.close' : 'engine.play.file', { name })}
          icon={<PlayCircleOutlined aria-hidden="true" />}
          onAct={() => setOpened(!isOpened)}
        />
      ) : null}
      <Tool
        title={t('engine.file.download', { name })}
        icon={<DownloadOutlined aria-hidden="true" />}
        onAct={() => void download(id)}
      />
      {tools}
    </div>
  );
  if (!isOpened || kind === undefined) return card;
  return (
    <>
      {card}
      <Suspense fallback={<Skeleton.Input active size="small" />}>
        <FilePlayer id={id} name={name} kind={kind} />
      </Suspense>
    </>
  );
}

type ToolProps = { readonly title: string; readonly icon: ReactNode; readonly onAct: () => void };

function Tool({ title, icon, onAct }: ToolProps) {
  return <Button size="small" type="text" icon={icon} aria-label={title} title={title} onClick={onAct} />;
}

/** Moves a file among the others; the keyboard stays on it, and Alt with the arrows does the same. */
function MoveButtons({ name, order }: { readonly name: string; readonly order: FileOrder }) {
  const t = useText();
  const { place, count, onMove } = order;
  const group = useRef<HTMLSpanElement>(null);
  const held = useRef<'up' | 'down'>(undefined);
  const move = (by: -1 | 1) => {
    if (place + by < 0 || place + by >= count) return;
    held.current = by < 0 ? 'up' : 'down';
    onMove(by);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that moved it loses the keyboard with its place
  useEffect(() => {
    const wanted = held.current;
    held.current = undefined;
    if (wanted === undefined) return;
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const [up, down] = buttons;
    const button = wanted === 'up' ? up : down;
    (button?.disabled === true ? buttons.find(({ disabled }) => !disabled) : button)?.focus();
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  const button = (by: -1 | 1, title: string, icon: ReactNode) => (
    <Button
      size="small"
      type="text"
      icon={icon}
      aria-label={title}
      title={title}
      disabled={place + by < 0 || place + by >= count}
      onClick={() => move(by)}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys
    <span ref={group} className="engine-file-order" onKeyDown={onKeyDown}>
      {button(-1, t('engine.file.up', { name }), <ArrowUpOutlined aria-hidden="true" />)}
      {button(1, t('engine.file.down', { name }), <ArrowDownOutlined aria-hidden="true" />)}
    </span>
  );
}
