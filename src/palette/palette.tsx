import { EditOutlined, PhoneOutlined, SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import { useMatcher } from '../search/matcher.ts';
import { type Finding, foundGroups, type PaletteEntry, type PaletteGroup } from './entries.ts';
import './palette.css';

export type PaletteProps = {
  readonly isOpen: boolean;
  readonly groups: readonly PaletteGroup[];
  /** Looks for records by what is typed; called anew whenever that changes. */
  readonly useFinding: (query: string) => Finding;
  readonly onClose: () => void;
};

/** Pages, actions and records by name, pinyin or initials, without the pointer: arrows choose, Enter does it, Escape leaves. */
export function Palette({ isOpen, groups, useFinding, onClose }: PaletteProps) {
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
      <PaletteBody groups={groups} useFinding={useFinding} field={field} onClose={onClose} />
    </Modal>
  );
}

type BodyProps = Omit<PaletteProps, 'isOpen'> & { readonly field: RefObject<InputRef | null> };

function PaletteBody({ groups, useFinding, field, onClose }: BodyProps) {
  const t = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const matches = useMatcher(query);
  const finding = useFinding(query);
  // What the server finds comes last: nothing moves under whoever is choosing already.
  const found = [
    ...foundGroups(groups, query, matches).map((group) => ({ ...group, title: t(`palette.${group.key}`) })),
    ...finding.groups,
  ];
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
  const besides = (run: () => void) => {
    onClose();
    run();
  };
  const pick = (entry: PaletteEntry, held: KeyboardEvent) => {
    if ((held.ctrlKey || held.metaKey) && entry.dial !== undefined) besides(entry.dial);
    else if (held.shiftKey && entry.act !== undefined) besides(entry.act.use);
    else use(entry);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    const steps = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, PageDown: last, PageUp: 0 };
    const to = Object.entries(steps).find(([key]) => key === event.key)?.[1];
    if (to !== undefined) setPlace(to);
    else if (event.key === 'Enter' && current !== undefined) pick(current, event);
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
        {found.map(({ key, title, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not sets of fields
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <p className="palette-heading" id={`${id}-${key}`}>
              {title}
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
                <BesideButtons entry={entry} onUse={besides} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <PaletteStatus finding={finding} isEmpty={entries.length === 0} />
      <p className="palette-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.choose')} <kbd>Enter</kbd> {t('palette.keys.use')}{' '}
        {current?.dial === undefined ? null : (
          <>
            <kbd>Ctrl Enter</kbd> {t('palette.keys.dial')}{' '}
          </>
        )}
        {current?.act === undefined ? null : (
          <>
            <kbd>Shift Enter</kbd> {current.act.title}{' '}
          </>
        )}
        <kbd>Esc</kbd> {t('palette.keys.leave')}
      </p>
    </>
  );
}

type BesideProps = {
  readonly entry: PaletteEntry;
  readonly onUse: (run: () => void) => void;
};

/** Calls the number of a record that was found, or does what can be done with it: for the pointer; whoever types has the keys. */
function BesideButtons({ entry: { title, dial, act }, onUse }: BesideProps) {
  const t = useText();
  return (
    <>
      {act === undefined ? null : (
        <BesideButton
          title={t('palette.act', { name: title, act: act.title })}
          icon={<EditOutlined />}
          onUse={() => onUse(act.use)}
        />
      )}
      {dial === undefined ? null : (
        <BesideButton title={t('palette.dial', { name: title })} icon={<PhoneOutlined />} onUse={() => onUse(dial)} />
      )}
    </>
  );
}

type BesideButtonProps = { readonly title: string; readonly icon: ReactNode; readonly onUse: () => void };

function BesideButton({ title, icon, onUse }: BesideButtonProps) {
  return (
    <span
      className="palette-beside"
      aria-hidden="true"
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        onUse();
      }}
    >
      {icon}
    </span>
  );
}

/** Whether there is more to come, or why there is nothing. */
function PaletteStatus({ finding, isEmpty }: { readonly finding: Finding; readonly isEmpty: boolean }) {
  const t = useText();
  const { isLooking, refusal } = finding;
  const none = isEmpty ? t('palette.none') : undefined;
  const text = isLooking ? t('palette.looking') : (refusal ?? none);
  return text === undefined ? null : (
    <p className="palette-none" role="status">
      {text}
    </p>
  );
}

function useCurrentInView(key: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (key !== undefined) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return list;
}
