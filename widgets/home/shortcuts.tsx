import { CheckOutlined, CloseOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { maxShortcuts } from '../../contract/home-words.ts';
import { FaultBlock, type MenuPage, PageLink, useEngine, useLineDrag } from '../../engine/react/index.ts';
import { useSaveShortcuts, useShortcuts } from './home-calls.ts';
import { movedBefore, movedBy, shownShortcuts } from './shortcut-order.ts';
import { useHomeText } from './use-home-text.ts';

/** The pages somebody opens most, one click away; he chooses which, and drags them or moves them with the arrow keys. */
export function Shortcuts({ here }: { readonly here: string }) {
  const { pages = [] } = useEngine();
  const t = useHomeText();
  const { data: chosen, error, refetch } = useShortcuts();
  const save = useSaveShortcuts();
  const [isEditing, setEditing] = useState(false);
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (chosen === undefined) return <ComingShortcuts pages={shownShortcuts(null, pages, here)} />;
  const shown = shownShortcuts(chosen, pages, here);
  const names = shown.map(({ name }) => name);
  const change = (next: readonly string[]) => save.mutate(next);
  return (
    <section className="home-part" aria-label={t('shortcuts')}>
      <header className="home-part-head">
        <h3>{t('shortcuts')}</h3>
        <Button
          type="text"
          size="small"
          icon={isEditing ? <CheckOutlined aria-hidden="true" /> : <EditOutlined aria-hidden="true" />}
          onClick={() => setEditing(!isEditing)}
        >
          {t(isEditing ? 'done' : 'edit')}
        </Button>
      </header>
      {isEditing ? (
        <AddShortcut
          offered={pages.filter(({ name, hidden }) => !hidden && name !== here && !names.includes(name))}
          isFull={names.length >= maxShortcuts}
          onAdd={(name) => change([...names, name])}
        />
      ) : null}
      {shown.length === 0 && !isEditing ? (
        <p className="engine-quiet">{t('none')}</p>
      ) : (
        <ul className="home-shortcuts">
          {shown.map((page) =>
            isEditing ? (
              <EditedShortcut key={page.name} page={page} names={names} onChange={change} />
            ) : (
              <li key={page.name}>
                <PageLink page={page.name} className="home-shortcut">
                  {page.title}
                </PageLink>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  );
}

/** Where the pages will stand: as many as are usual, with no words yet, so that nothing below moves when they come. */
function ComingShortcuts({ pages }: { readonly pages: readonly MenuPage[] }) {
  const t = useHomeText();
  return (
    <div className="home-part home-coming" aria-hidden="true">
      <header className="home-part-head">
        <h3>{t('shortcuts')}</h3>
      </header>
      <ul className="home-shortcuts">
        {pages.map(({ name, title }) => (
          <li key={name}>
            <span className="home-shortcut">{title}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type AddShortcutProps = {
  readonly offered: readonly MenuPage[];
  readonly isFull: boolean;
  readonly onAdd: (name: string) => void;
};

function AddShortcut({ offered, isFull, onAdd }: AddShortcutProps) {
  const t = useHomeText();
  if (isFull) return <p className="engine-quiet">{t('full', { count: maxShortcuts })}</p>;
  return (
    <Select
      aria-label={t('add')}
      className="home-add"
      placeholder={t('addPage')}
      value={null}
      showSearch
      optionFilterProp="label"
      options={offered.map(({ name, title, groups }) => ({ value: name, label: [...groups, title].join(' / ') }))}
      onChange={(name: string | null) => (name === null ? undefined : onAdd(name))}
    />
  );
}

type EditedShortcutProps = {
  readonly page: MenuPage;
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
};

function EditedShortcut({ page: { name, title }, names, onChange }: EditedShortcutProps) {
  const t = useHomeText();
  const item = useLineDrag('shortcuts', name, (dragged) => onChange(movedBefore(names, dragged, name)));
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1;
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    onChange(movedBy(names, name, step));
  };
  return (
    <li ref={item} className="home-shortcut home-shortcut-edited">
      <button type="button" className="home-grip" aria-label={t('move', { title })} onKeyDown={move}>
        {title}
      </button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t('remove', { title })}
        onClick={() => onChange(names.filter((one) => one !== name))}
      />
    </li>
  );
}
