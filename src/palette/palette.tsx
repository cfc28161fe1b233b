import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import { useMatcher } from '../search/matcher.ts';
import { foundGroups, type PaletteEntry, type PaletteGroup } from './entries.ts';
import './palette.css';

export type PaletteProps = {
  readonly isOpen: boolean;
  readonly groups: readonly PaletteGroup[];
  readonly onClose: () => void;
};

/** Pages and actions by name, pinyin or initials, without the pointer: arrows choose, Enter does it, Escape leaves. */
export function Palette({ isOpen, groups, onClose }: PaletteProps) {
  const t = useText();
  const field = useRef<InputRef>(null);
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      className="palette"
      destroyOnHidden
      // At once: what is typed right after the key is meant for it.
      transitionName=""
      maskTransitionName=""
      afterOpenChange={(isShown) => isShown && field.current?.focus()}
      title={t('palette.title')}
    >
      <PaletteBody groups={groups} field={field} onClose={onClose} />
    </Modal>
  );
}

type BodyProps = Omit<PaletteProps, 'isOpen'> & { readonly field: RefObject<InputRef | null> };

function PaletteBody({ groups, field, onClose }: BodyProps) {
  const t = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const matches = useMatcher(query);
  const found = foundGroups(groups, query, matches);
  const entries = found.flatMap((group) => group.entries);
  const at = Math.min(place, entries.length - 1);
  const current = entries[at];
  const list = useCurrentInView(current?.key);
  const optionId = (entry: PaletteEntry) => `${id}-${entry.key}`;
  const use = (entry: PaletteEntry) => {
    // Closed first: what the action opens takes the keyboard.
    onClose();
    entry.use();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    const steps = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, PageDown: last, PageUp: 0 };
    const to = Object.entries(steps).find(([key]) => key === event.key)?.[1];
    if (to !== undefined) setPlace(to);
    else if (event.key === 'Enter' && current !== undefined) use(current);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={field}
        autoFocus
        variant="borderless"
        size="large"
        prefix={<SearchOutlined aria-hidden="true" />}
        value={query}
        maxLength={40}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(current === undefined ? {} : { 'aria-activedescendant': optionId(current) })}
        onChange={(event) => {
          setQuery(event.target.value);
          setPlace(0);
        }}
        onKeyDown={keys}
      />
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette.title')} ref={list}>
        {found.map(({ key, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not sets of fields
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <p className="palette-heading" id={`${id}-${key}`}>
              {t(`palette.${key}`)}
            </p>
            {own.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
              <div
                key={entry.key}
                id={optionId(entry)}
                className="palette-entry"
                role="option"
                tabIndex={-1}
                aria-selected={entry === current}
                onClick={() => use(entry)}
                onMouseMove={() => setPlace(entries.indexOf(entry))}
              >
                <span>{entry.title}</span>
                <span className="palette-detail">{entry.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 ? (
        <p className="palette-none" role="status">
          {t('palette.none')}
        </p>
      ) : null}
      <p className="palette-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.choose')} <kbd>Enter</kbd> {t('palette.keys.use')} <kbd>Esc</kbd>{' '}
        {t('palette.keys.leave')}
      </p>
    </>
  );
}

function useCurrentInView(key: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (key !== undefined) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return list;
}
