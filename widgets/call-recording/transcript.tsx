import { Button, Empty } from 'antd';
import { type TimedLine, timedLines } from '../../engine/model/time/index.ts';
import { clockOf } from '../../engine/react/index.ts';
import { useRecordingText } from './use-recording-text.ts';

/** A place in the transcript where a forbidden word stands. */
export type Hit = {
  readonly id: string;
  readonly matched: string;
  readonly level: string;
  readonly status: string;
  readonly textOffset: number;
  readonly offsetMs: number | null;
};

type TranscriptProps = {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Second the recording is at. */
  readonly position: number;
  /** Plays from a second; absent where there is nothing to play. */
  readonly onJump: ((second: number) => void) | undefined;
};

/** What was said, line by line, as plain text: forbidden words marked, and times that lead into the recording. */
export function Transcript({ text, hits, position, onJump }: TranscriptProps) {
  const t = useRecordingText();
  const lines = timedLines(text);
  if (lines.length === 0) return <Empty description={t('noTranscript')} />;
  const current = currentLine(lines, position);
  return (
    <ol className="call-transcript" aria-label={t('transcript')}>
      {lines.map((line) => (
        <li key={line.start} className={line === current ? 'call-line call-line-now' : 'call-line'}>
          <LineTime line={line} onJump={onJump} />
          <p>
            <MarkedText line={line} hits={hits} onJump={onJump} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function LineTime({ line, onJump }: { readonly line: TimedLine } & Pick<TranscriptProps, 'onJump'>) {
  const t = useRecordingText();
  if (line.atMs === null) return <span className="call-line-time" />;
  const second = line.atMs / 1000;
  if (onJump === undefined) return <span className="call-line-time">{clockOf(second)}</span>;
  return (
    <Button
      type="link"
      size="small"
      className="call-line-time"
      aria-label={t('playFrom', { time: clockOf(second) })}
      onClick={() => onJump(second)}
    >
      {clockOf(second)}
    </Button>
  );
}

type Piece = { readonly at: number; readonly text: string; readonly hit?: Hit };

function MarkedText({ line, hits, onJump }: { readonly line: TimedLine } & Pick<TranscriptProps, 'hits' | 'onJump'>) {
  const t = useRecordingText();
  return piecesOf(line, hits).map(({ at, text, hit }) => {
    if (hit === undefined) return <span key={at}>{text}</span>;
    const title = [wordOf(hit.level), wordOf(hit.status)]
      .map((word) => (word === undefined ? '' : t(word)))
      .join(' · ');
    const mark = (
      <mark className={`call-hit call-hit-${hit.status}`} title={title}>
        {text}
      </mark>
    );
    if (hit.offsetMs === null || onJump === undefined) return <span key={at}>{mark}</span>;
    const second = hit.offsetMs / 1000;
    return (
      <button
        key={at}
        type="button"
        className="call-hit-jump"
        aria-label={t('playHit', { text, title, time: clockOf(second) })}
        onClick={() => onJump(second)}
      >
        {mark}
      </button>
    );
  });
}

/** Levels of forbidden words, and what became of a hit. */
const words = ['warn', 'serious', 'forbidden', 'pending', 'confirmed', 'ignored'] as const;

function wordOf(key: string): (typeof words)[number] | undefined {
  return words.find((word) => word === key);
}

/** A line cut where hits begin and end; of two over the same place the first is marked, of a false alarm nothing. */
export function piecesOf({ start, text }: TimedLine, hits: readonly Hit[]): readonly Piece[] {
  const inLine = hits
    .filter(({ status, textOffset }) => status !== 'ignored' && textOffset >= start && textOffset < start + text.length)
    .sort((a, b) => a.textOffset - b.textOffset);
  const pieces: Piece[] = [];
  let at = 0;
  for (const hit of inLine) {
    const from = hit.textOffset - start;
    const to = from + hit.matched.length;
    // The text may be another one than the hit was found in.
    if (from < at || text.slice(from, to) !== hit.matched) continue;
    if (from > at) pieces.push({ at, text: text.slice(at, from) });
    pieces.push({ at: from, text: hit.matched, hit });
    at = to;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at) });
  return pieces;
}

function currentLine(lines: readonly TimedLine[], position: number): TimedLine | undefined {
  if (position <= 0) return undefined;
  return lines.findLast(({ atMs }) => atMs !== null && atMs <= position * 1000);
}
