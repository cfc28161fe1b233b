import { Select } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formats } from '../../formats/formats.ts';
import { useText } from '../../host/engine-context.tsx';

/** Captions of one language: its code or name, and where they are. */
export type CaptionFile = { readonly title: string; readonly address: string };

type Captions = {
  /** Goes into the element that plays. */
  readonly track: ReactNode;
  /** What is said at this moment; goes over the picture, or below the controls of a sound. */
  readonly text: ReactNode;
  readonly choice: ReactNode;
};

const none = -1;

/** Captions of what is played, the first of them until another is chosen: drawn here, so that they look the same for sound and film. */
export function useCaptions(files: readonly CaptionFile[]): Captions {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  const [said, setSaid] = useState('');
  const file = files[chosen];
  if (files.length === 0) return { track: null, text: null, choice: null };
  return {
    track: file === undefined ? null : <CaptionTrack key={file.address} file={file} onSaid={setSaid} />,
    text:
      said === '' ? null : (
        <p className="engine-file-caption">
          <span>{said}</span>
        </p>
      ),
    choice: (
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('engine.play.captions')}
        value={chosen}
        options={[
          { value: none, label: t('engine.play.noCaptions') },
          ...files.map(({ title }, at) => ({
            value: at,
            label: t('engine.play.captionsOf', { title: titleOf(title) }),
          })),
        ]}
        onChange={(next: number) => {
          setSaid('');
          setChosen(next);
        }}
      />
    ),
  };
}

type CaptionTrackProps = { readonly file: CaptionFile; readonly onSaid: (text: string) => void };

function CaptionTrack({ file: { title, address }, onSaid }: CaptionTrackProps) {
  const element = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    const track = element.current?.track;
    if (track === undefined) return undefined;
    // Hidden: read, and told of, but not drawn by the browser.
    track.mode = 'hidden';
    const tell = () => onSaid([...(track.activeCues ?? [])].map(textOf).join('\n'));
    track.addEventListener('cuechange', tell);
    return () => track.removeEventListener('cuechange', tell);
  }, [onSaid]);
  return <track ref={element} kind="captions" label={title} src={address} />;
}

/** The words of a cue without its marks. */
function textOf(cue: TextTrackCue): string {
  return cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '';
}

/** A language by its name where the title is the code of one. */
function titleOf(title: string): string {
  try {
    return formats().languageName.of(title) ?? title;
  } catch {
    return title;
  }
}
