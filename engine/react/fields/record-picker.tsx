import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { type CompositionEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Where } from '../../model/wire/index.ts';
import { NoChoices } from '../faults/no-choices.tsx';
import { useText } from '../host/engine-context.tsx';
import type { RecordMaker } from './renderer/field-renderer.ts';
import { idsOf } from './renderer/ids-of.ts';
import { type ChosenLabel, isNearEnd, usePickerLabels, usePickerRows } from './use-picker.ts';

type RecordPickerProps = {
  readonly id: string;
  readonly entity: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly multiple: boolean;
  /** Whether nodes of a tree that have others below are shown, not chosen. */
  readonly leafOnly?: boolean | undefined;
  /** Labels of ids that the caller already knows. */
  readonly known?: ReadonlyMap<string, string>;
  readonly disabled?: boolean;
  readonly clearable?: boolean;
  readonly placeholder?: string | undefined;
  readonly onBlur?: () => void;
  /** Conditions on the records offered; `null` while what they depend on is not filled in. */
  readonly where?: readonly Where[] | null;
  /** Makes a record that is not there yet. */
  readonly maker?: RecordMaker | undefined;
  /** Choices that are no records and stand before them: whoever looks, his team. */
  readonly standing?: readonly StandingChoice[];
};

/** A value that stands for a record, or for several. */
export type StandingChoice = { readonly value: string; readonly label: string };

const none: readonly StandingChoice[] = [];

const typingPause = 250;

/**
 * Chooses records of an entity by searching; asks the server only once it is opened, goes on as one scrolls, and
 * waits for the end of what an input method composes. What is chosen stays in sight.
 */
export function RecordPicker(props: RecordPickerProps) {
  const t = useText();
  const { ids, multiple, onChange, standing = none } = props;
  const [open, setOpen] = useState(false);
  const search = useSearch();
  const rows = usePickerRows(props.entity, search.keyword, { enabled: open, where: props.where });
  const names = new Map(standing.map(({ value, label }) => [value, label]));
  const labels = usePickerLabels(
    props.entity,
    ids.filter((id) => !names.has(id)),
    props.known,
  );
  const standingFound = standing.filter(({ label }) => label.includes(search.keyword));
  const found = rows.list.map(({ id, label, note, tone, isInner }) => ({
    value: id,
    label,
    ...(note === undefined ? {} : { note }),
    ...(tone === undefined ? {} : { tone }),
    ...(isInner === true && props.leafOnly === true ? { disabled: true, note: t('engine.picker.inner') } : {}),
  }));
  const listed = new Set([...found, ...standing].map((option) => option.value));
  const chosen = ids
    .filter((id) => !listed.has(id))
    .map((id) => ({ value: id, ...chosenOption(labels.get(id), t('engine.picker.loading')) }));
  // While searching, what is chosen but not found stays out of the list and in the box.
  const hidden = [...chosen, ...standing.filter((one) => ids.includes(one.value) && !standingFound.includes(one))].map(
    (option) => ({ ...option, className: 'engine-hidden-option' }),
  );
  const options: readonly Option[] = [...chosen, ...found];
  const optionOf = new Map(options.map((option) => [option.value, option]));
  const foot = useFoot(props.maker, {
    close: () => setOpen(false),
    back: () => document.getElementById(props.id)?.focus(),
    choose: (id) => onChange(multiple ? [...ids, id] : [id]),
  });
  const showOpen = (shown: boolean) => {
    setOpen(shown);
    if (!shown) search.clear();
  };
  return (
    <div
      className="engine-wide"
      // What is shown is not yet what was typed.
      aria-busy={open && (!search.isCoolingDown || rows.isFetching)}
      onCompositionStart={search.compose}
      onCompositionEnd={search.composed}
      onKeyDownCapture={open ? foot.enter : undefined}
    >
      <Select<string | string[], Option>
        id={props.id}
        className="engine-wide"
        {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        showSearch
        filterOption={false}
        allowClear={props.clearable !== false}
        disabled={props.disabled === true}
        placeholder={props.placeholder}
        value={multiple ? [...ids] : (ids[0] ?? null)}
        onChange={(value: string | string[] | undefined) => onChange(idsOf(value))}
        onSearch={search.type}
        onBlur={() => props.onBlur?.()}
        open={open}
        onOpenChange={showOpen}
        options={search.keyword === '' ? [...standing, ...chosen, ...found] : [...standingFound, ...found, ...hidden]}
        optionRender={({ data }) => told(data.label, data)}
        labelRender={({ value, label }) => told(label, optionOf.get(String(value)))}
        onPopupScroll={({ currentTarget }) => {
          if (rows.hasNextPage && !rows.isFetching && isNearEnd(currentTarget)) void rows.fetchNextPage();
        }}
        notFoundContent={<NothingFound rows={rows} waits={props.where === null} />}
        popupRender={(list) => (
          <>
            {list}
            {foot.button}
          </>
        )}
        loading={open && rows.isFetching}
      />
    </div>
  );
}

/** Why there is nothing to choose. */
function NothingFound({ rows, waits }: { readonly rows: ReturnType<typeof usePickerRows>; readonly waits: boolean }) {
  const t = useText();
  return <NoChoices query={rows}>{waits ? t('engine.picker.waits') : undefined}</NoChoices>;
}

type Option = {
  readonly value: string;
  readonly label: ReactNode;
  readonly note?: string | undefined;
  readonly tone?: string | undefined;
  readonly className?: string;
  readonly disabled?: boolean;
};

function chosenOption(chosen: ChosenLabel | undefined, loading: string): Pick<Option, 'label' | 'note' | 'tone'> {
  if (chosen === undefined) return { label: loading };
  const { label, note, tone, isGone } = chosen;
  return isGone ? { label: <span className="engine-picker-gone">{label}</span> } : { label, note, tone };
}

/** A record by its label, and beside it what tells it from others; text stays text, which the box shows whole as its title. */
function told(label: ReactNode, { note, tone }: Pick<Option, 'note' | 'tone'> = {}): ReactNode {
  const name = tone === undefined ? label : <span className={`engine-tag engine-tone-${tone}`}>{label}</span>;
  if (note === undefined) return name;
  return (
    <>
      {name}
      <span className="engine-picker-note">{note}</span>
    </>
  );
}

/** What is searched for: what is typed, once it rests and no input method is in the middle of a word. */
function useSearch() {
  const [typed, setTyped] = useState('');
  const isComposing = useRef(false);
  const keyword = useSettled(typed, typingPause);
  return {
    keyword,
    isCoolingDown: keyword === typed,
    type: (text: string) => {
      if (!isComposing.current) setTyped(text);
    },
    clear: () => setTyped(''),
    compose: () => {
      isComposing.current = true;
    },
    composed: ({ target }: CompositionEvent) => {
      isComposing.current = false;
      if (target instanceof HTMLInputElement) setTyped(target.value);
    },
  };
}

type FootActions = {
  readonly close: () => void;
  /** Gives the keyboard back to the input. */
  readonly back: () => void;
  readonly choose: (id: string) => void;
};

/** The button below the choices that makes a new one; Tab goes to it and Escape back. */
function useFoot(maker: RecordMaker | undefined, { close, back, choose }: FootActions) {
  const button = useRef<HTMLButtonElement>(null);
  if (maker === undefined) return { button: null, enter: undefined };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey || button.current === null || event.target === button.current) return;
    event.preventDefault();
    event.stopPropagation();
    button.current.focus();
  };
  return {
    enter,
    button: (
      <div className="engine-picker-foot">
        <Button
          ref={button}
          type="text"
          block
          icon={<PlusOutlined aria-hidden="true" />}
          // The input keeps the keyboard, or the choices would close before the click.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            // Enter is for this button, not for the choice that is marked above it.
            event.stopPropagation();
            if (event.key !== 'Escape') return;
            close();
            back();
          }}
          onClick={() => {
            close();
            maker.open(choose);
          }}
        >
          {maker.title}
        </Button>
      </div>
    ),
  };
}

/** The value once it has not changed for a while. */
export function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
