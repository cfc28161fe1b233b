import { CheckOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { SavedAnalysis } from '../../model/dataset/index.ts';
import { nodeKind } from '../../model/design/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { FaultBlock, useEngine } from '../../react/index.ts';
import type { PlaceDrag } from '../dragging/drop-place.ts';
import { useEntryDrag } from '../dragging/use-entry-drag.ts';
import { NewField } from '../fields/new-field.tsx';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignedDocument } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { type PaletteEntry, paletteFor } from './palette-entries.ts';

/** The place where something is to be added: a list, and the item it is to stand behind. */
export type AddingPlace = { readonly list: string; readonly after?: string | null | undefined };

type PaletteProps = {
  /** Absent while nothing is selected to which something could be added. */
  readonly place: AddingPlace | undefined;
  /** Whether it was opened just now, to be typed in. */
  readonly isAsked: boolean;
  /** Told where what is dragged onto the page would be let go. */
  readonly onDrag: (drag: PlaceDrag | undefined) => void;
};

/** What can be put into the chosen list: what it has already bears a mark; Enter adds, and so does dragging it onto the page. */
export function Palette({ place, isAsked, onDrag }: PaletteProps) {
  const t = useDesignText();
  const { titles, widgets, renew } = useDesigning();
  const document = useDesignedDocument();
  const { add } = useCommands();
  const [looked, setLooked] = useState('');
  const drag = useEntryDrag(place?.list, onDrag);
  const input = useFocusWhen(isAsked, place);
  const asked = useAnalyses(document.kind === 'dashboard' && place?.list === 'cards');
  const analyses = asked.data?.analyses ?? none;
  const groups = useMemo(
    () => (place === undefined ? [] : paletteFor({ document, titles, widgets, analyses, t }, place.list)),
    [document, titles, widgets, analyses, t, place],
  );
  if (place === undefined || groups.length === 0) return <p className="designer-note">{t('designer.addHint')}</p>;
  const word = looked.trim().toLowerCase();
  const found = groups.flatMap(({ title, entries: all }) => {
    const entries = word === '' ? all : matching(all, word);
    return entries.length === 0 ? [] : [{ title, entries }];
  });
  const choose = (entry: PaletteEntry) => add(place.list, entry.item, place.after);
  const take = (event: PointerEvent<HTMLElement>, entry: PaletteEntry) =>
    drag(event, (after) => add(place.list, entry.item, after));
  return (
    <section className="designer-palette" aria-label={t('designer.add')}>
      <p className="designer-note">
        {t('designer.addTo', { list: nodeKind(document, parseKeyPath(place.list) ?? []) })}
      </p>
      <div ref={input}>
        <Input.Search
          size="small"
          allowClear
          value={looked}
          placeholder={t('designer.add.search')}
          aria-label={t('designer.add.search')}
          onChange={(event) => setLooked(event.target.value)}
        />
      </div>
      {typeof document.entity === 'string' ? <NewField entity={document.entity} onMade={renew} /> : null}
      {asked.error === null || isDenied(asked.error) ? null : (
        <FaultBlock error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {found.length === 0 ? <p className="designer-note">{t('designer.outline.none')}</p> : null}
      {found.map((group) => (
        <div key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            <Entries entries={group.entries} onChoose={choose} onTake={take} />
          </ul>
        </div>
      ))}
    </section>
  );
}

type EntriesProps = {
  readonly entries: readonly PaletteEntry[];
  readonly onChoose: (entry: PaletteEntry) => void;
  /** Takes it up with the mouse. */
  readonly onTake: (event: PointerEvent<HTMLElement>, entry: PaletteEntry) => void;
};

function Entries({ entries, ...doing }: EntriesProps) {
  return entries.map((entry) => <Entry key={entry.id} entry={entry} {...doing} />);
}

/** One thing that can be added; what it refers to is unfolded on demand. */
function Entry({ entry, ...doing }: { readonly entry: PaletteEntry } & Omit<EntriesProps, 'entries'>) {
  const t = useDesignText();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <span className="designer-palette-line">
        <Button
          type="text"
          size="small"
          icon={entry.isShown ? <CheckOutlined aria-hidden="true" /> : <PlusOutlined aria-hidden="true" />}
          onPointerDown={(event) => doing.onTake(event, entry)}
          onClick={() => doing.onChoose(entry)}
        >
          {entry.title}
          {entry.isShown ? <small className="engine-quiet">{t('designer.add.shown')}</small> : null}
        </Button>
        {entry.below.length === 0 ? null : (
          <Button
            type="text"
            size="small"
            aria-expanded={isOpen}
            aria-label={t('designer.add.of', { title: entry.title })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '−' : '⋯'}
          </Button>
        )}
      </span>
      {isOpen ? (
        <ul>
          <Entries entries={entry.below} {...doing} />
        </ul>
      ) : null}
    </li>
  );
}

/** Every entry whose title holds the word, however deep it lies. */
function matching(entries: readonly PaletteEntry[], word: string): readonly PaletteEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.title.toLowerCase().includes(word) ? [{ ...entry, below: [] }] : []),
    ...matching(entry.below, word),
  ]);
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiRefusal && error.isPermission;
}

const none: readonly SavedAnalysis[] = [];

/** The analyses that whoever designs sees, where they could become cards. */
function useAnalyses(isWanted: boolean) {
  const { client } = useEngine();
  return useQuery({
    queryKey: ['analyses'],
    queryFn: ({ signal }) => client.call('/v1/analysis/query', {}, { signal, quiet: true }),
    enabled: isWanted,
  });
}

/** Puts the keyboard into the search when somebody asked to add something here. */
function useFocusWhen(isAsked: boolean, place: AddingPlace | undefined): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked && place !== undefined) around.current?.querySelector('input')?.focus();
  }, [isAsked, place]);
  return around;
}
