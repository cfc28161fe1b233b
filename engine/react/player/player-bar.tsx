import { PauseCircleFilled, PlayCircleFilled } from '@ant-design/icons';
import { Alert, Button, Segmented, Slider } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../host/engine-context.tsx';
import { clockOf } from './clock.ts';
import { type Player, type Speed, speeds } from './use-player.ts';
import './player.css';

const step = 5;

type PlayerBarProps = {
  readonly player: Player;
  /** What is played. */
  readonly label: string;
  /** What plays it, or further buttons. */
  readonly children?: ReactNode;
};

/** Plays, seeks and speeds up a sound or a film, by pointer or keys: space plays, arrows go five seconds. */
export function PlayerBar({ player, label, children }: PlayerBarProps) {
  const t = useText();
  const { isPlaying, isLoading, fault, position, duration, speed, toggle, seek, jump, setSpeed } = player;
  const onKeyDown = (event: KeyboardEvent) => {
    // A slider and a choice have arrows of their own.
    if (!(event.target instanceof HTMLButtonElement)) return;
    if (event.key === 'ArrowRight') jump(step);
    else if (event.key === 'ArrowLeft') jump(-step);
    else return;
    event.preventDefault();
  };
  return (
    <section className="engine-player" aria-label={label} onKeyDown={onKeyDown}>
      <Button
        type="text"
        shape="circle"
        size="large"
        loading={isLoading}
        aria-label={t(isPlaying ? 'engine.play.pause' : 'engine.play.start')}
        icon={isPlaying ? <PauseCircleFilled /> : <PlayCircleFilled />}
        onClick={toggle}
      />
      <Slider
        className="engine-player-place"
        min={0}
        max={Math.max(1, Math.round(duration))}
        value={Math.min(Math.round(position), Math.round(duration))}
        onChange={(second) => seek(second)}
        ariaLabelForHandle={t('engine.play.place')}
        ariaValueTextFormatterForHandle={(second) => clockOf(second ?? 0)}
        tooltip={{ formatter: (second) => clockOf(second ?? 0) }}
      />
      <span className="engine-player-clock">
        {clockOf(position)} / {clockOf(duration)}
      </span>
      {children === undefined ? null : <span className="engine-player-more">{children}</span>}
      <Segmented<Speed>
        size="small"
        aria-label={t('engine.play.speed')}
        value={speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={setSpeed}
      />
      {fault === undefined ? null : <Alert className="engine-player-fault" type="error" showIcon message={fault} />}
    </section>
  );
}
