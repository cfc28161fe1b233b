import { PauseCircleFilled, PlayCircleFilled } from '@ant-design/icons';
import { Alert, Button, Segmented, Slider } from 'antd';
import type { KeyboardEvent } from 'react';
import { type Recording, type Speed, speeds } from './use-recording.ts';

const step = 5;

/** Plays, seeks and speeds up a recording, by pointer or keys: space plays, arrows go five seconds. */
export function RecordingPlayer({ recording }: { readonly recording: Recording }) {
  const { isPlaying, isLoading, fault, position, duration, speed, toggle, seek, setSpeed } = recording;
  const onKeyDown = (event: KeyboardEvent) => {
    // A slider and a choice have arrows of their own.
    if (!(event.target instanceof HTMLButtonElement)) return;
    if (event.key === 'ArrowRight') seek(Math.min(duration, position + step));
    else if (event.key === 'ArrowLeft') seek(Math.max(0, position - step));
    else return;
    event.preventDefault();
  };
  return (
    <section className="call-player" aria-label="录音" onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands below it */}
      <audio ref={recording.attach} preload="none" />
      <Button
        type="text"
        shape="circle"
        size="large"
        loading={isLoading}
        aria-label={isPlaying ? '暂停' : '播放'}
        icon={isPlaying ? <PauseCircleFilled /> : <PlayCircleFilled />}
        onClick={toggle}
      />
      <Slider
        className="call-player-place"
        min={0}
        max={Math.max(1, Math.round(duration))}
        value={Math.min(Math.round(position), Math.round(duration))}
        onChange={(second) => seek(second)}
        ariaLabelForHandle="播放位置"
        ariaValueTextFormatterForHandle={(second) => clockOf(second ?? 0)}
        tooltip={{ formatter: (second) => clockOf(second ?? 0) }}
      />
      <span className="call-player-clock">
        {clockOf(position)} / {clockOf(duration)}
      </span>
      <Segmented<Speed>
        size="small"
        aria-label="播放速度"
        value={speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={setSpeed}
      />
      {fault === undefined ? null : <Alert className="call-player-fault" type="error" showIcon message={fault} />}
    </section>
  );
}

/** Seconds as `1:05` or `1:02:03`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
