import { BackwardOutlined, ForwardOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatSeconds } from '../../formats/format.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { clockOf } from '../../player/clock.ts';
import { PlayerBar } from '../../player/player-bar.tsx';
import { usePlayer } from '../../player/use-player.ts';
import { type CaptionFile, useCaptions } from './use-captions.tsx';
import { useNotedPlaying } from './use-noted-playing.ts';
import './file-player.css';

type FilePlayerProps = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sound' | 'film' | 'stream';
};

const jumpSeconds = 15;
const marks = [0, 1, 2, 3, 4, 5];
const nothingKnown = { position: 0, seconds: 0, watermark: '', captions: [] };

type Known = {
  readonly position: number;
  readonly seconds: number;
  readonly watermark: string;
  readonly captions: readonly CaptionFile[];
};

/**
 * Plays a stored sound, film or stream where it stands, from where its viewer left off; a film under his name where that
 * is wanted, with captions where there are some.
 */
export function FilePlayer({ id, name, kind }: FilePlayerProps) {
  const t = useText();
  const { client } = useEngine();
  const frame = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState<Known>(nothingKnown);
  const ask = useCallback(async () => {
    const { address, watermark, ...rest } = await client.call('/v1/file/play', { id }, { quiet: true });
    setKnown({ ...rest, watermark: watermark ?? '' });
    return { address, position: rest.position, isStream: kind === 'stream' };
  }, [client, id, kind]);
  const player = usePlayer(ask, 0);
  useNotedPlaying(id, player);
  const captions = useCaptions(known.captions);
  const { jump, isPlaying } = player;
  const isFilm = kind !== 'sound';
  return (
    <div ref={frame} className="engine-file-player">
      {isFilm ? (
        <div className="engine-file-screen">
          {/* biome-ignore lint/a11y/useMediaCaption: they are in it where there are some */}
          <video ref={player.attach} preload="none" playsInline disablePictureInPicture onClick={player.toggle}>
            {captions.track}
          </video>
          <Watermark text={known.watermark} />
          {captions.text}
        </div>
      ) : null}
      <PlayerBar player={player} label={name}>
        {isFilm ? null : (
          // biome-ignore lint/a11y/useMediaCaption: they are in it where there are some
          <audio ref={player.attach} preload="none">
            {captions.track}
          </audio>
        )}
        <Button
          type="text"
          size="small"
          icon={<BackwardOutlined aria-hidden="true" />}
          aria-label={t('engine.play.back')}
          title={t('engine.play.back')}
          onClick={() => jump(-jumpSeconds, isPlaying)}
        />
        <Button
          type="text"
          size="small"
          icon={<ForwardOutlined aria-hidden="true" />}
          aria-label={t('engine.play.forward')}
          title={t('engine.play.forward')}
          onClick={() => jump(jumpSeconds, isPlaying)}
        />
        {captions.choice}
        {isFilm ? <FullScreen frame={frame} /> : null}
      </PlayerBar>
      {isFilm ? null : captions.text}
      {known.seconds > 0 ? (
        <p className="engine-quiet">
          {t('engine.play.resumed', { place: clockOf(known.position) })} ·{' '}
          {t('engine.play.played', { seconds: formatSeconds(known.seconds) })}
        </p>
      ) : null}
    </div>
  );
}

/** The name of who is looking, over the picture. */
function Watermark({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <div className="engine-file-watermark" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark}>{text}</span>
      ))}
    </div>
  );
}

/** The whole frame fills the screen, so that what stands on the picture stays on it. */
function FullScreen({ frame }: { readonly frame: React.RefObject<HTMLDivElement | null> }) {
  const t = useText();
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);
  const title = t(isFull ? 'engine.play.small' : 'engine.play.full');
  const turn = () => (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <Button
      type="text"
      size="small"
      icon={isFull ? <FullscreenExitOutlined aria-hidden="true" /> : <FullscreenOutlined aria-hidden="true" />}
      aria-label={title}
      title={title}
      onClick={() => void turn()?.catch(() => undefined)}
    />
  );
}
