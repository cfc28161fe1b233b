import { Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { useListViews } from '../views/list-views-context.ts';
import type { ViewActions } from './use-view-actions.ts';
import type { ViewDialogTask } from './view-dialog.tsx';
import { groupsOf, ViewGroup, type ViewLine } from './view-group.tsx';

type ViewPanelProps = {
  readonly actions: ViewActions;
  /** Whether the list differs from the view in force in anything it could keep. */
  readonly canKeep: boolean;
  /** Whether it is on the screen, so that it can take the focus. */
  readonly isShown: boolean;
  readonly onLeave: () => void;
  readonly onAsk: (task: ViewDialogTask) => void;
};

/** With more views than this there is a field to search them by name. */
const fewViews = 8;

/** All views of a list by whose they are, and what can be done with the one in force. Arrows go from line to line. */
export function ViewPanel({ actions, canKeep, isShown, onLeave, onAsk }: ViewPanelProps) {
  const t = useText();
  const { known, chosen } = useListViews();
  const [sought, setSought] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const word = sought.trim().toLowerCase();
  const lines: readonly ViewLine[] = known.views.filter(({ name }) => name.toLowerCase().includes(word));
  const standard: ViewLine = { id: null, name: t('engine.views.standard') };
  const inForce = chosen.saved?.id ?? null;
  useEffect(() => {
    if (isShown) root.current?.querySelector<HTMLElement>('[aria-current="true"], input')?.focus();
  }, [isShown]);
  const choose = (id: string | null) => {
    actions.open(id);
    onLeave();
  };
  const shared = { inForce, defaultId: known.defaultViewId, onChoose: choose };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls in it
    <div ref={root} className="engine-views-panel" onKeyDown={(event) => walk(event, onLeave)}>
      {known.views.length > fewViews ? (
        <Input
          allowClear
          aria-label={t('engine.views.search')}
          placeholder={t('engine.views.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      ) : null}
      <div className="engine-views-lists">
        {word === '' ? <ViewGroup {...shared} lines={[standard]} /> : null}
        {groupsOf(lines).map(({ key, views }) => (
          <ViewGroup key={key} {...shared} title={t(`engine.views.group.${key}`)} lines={views} />
        ))}
        {word !== '' && lines.length === 0 ? <p className="engine-quiet">{t('engine.views.none')}</p> : null}
      </div>
      <PanelFoot actions={actions} canKeep={canKeep} onLeave={onLeave} onAsk={onAsk} />
    </div>
  );
}

function PanelFoot({ actions, canKeep, onLeave, onAsk }: Omit<ViewPanelProps, 'isShown'>) {
  const t = useText();
  const { known, chosen } = useListViews();
  const { saved } = chosen;
  const isDefault = known.defaultViewId === (saved?.id ?? null);
  const done = (work: () => unknown) => () => {
    onLeave();
    void work();
  };
  const foot = (words: string, onClick: () => void, isOff = false) => (
    <Button key={words} type="text" size="small" disabled={isOff} onClick={onClick}>
      {words}
    </Button>
  );
  return (
    <fieldset className="engine-views-foot" aria-label={t('engine.views.actions')}>
      {saved?.isMine === true ? foot(t('engine.save'), done(actions.save), !canKeep) : null}
      {foot(t('engine.views.saveAs'), () => onAsk({ kind: 'saveAs' }))}
      {foot(t('engine.views.reset'), done(actions.reset), !canKeep)}
      {isDefault
        ? null
        : foot(
            t('engine.views.makeDefault'),
            done(() => actions.makeDefault(saved?.id ?? null)),
          )}
      {saved?.isMine === true ? (
        <>
          {foot(t('engine.views.rename'), () => onAsk({ kind: 'rename', view: saved }))}
          <Button type="text" size="small" danger onClick={done(() => actions.remove(saved))}>
            {t('engine.views.delete')}
          </Button>
        </>
      ) : null}
    </fieldset>
  );
}

/** Arrows lead through the lines and stop at the ends; Escape leaves. */
function walk(event: KeyboardEvent<HTMLDivElement>, onLeave: () => void): void {
  if (event.key === 'Escape') onLeave();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.engine-view-line')];
  const from = lines.findIndex((one) => one.contains(document.activeElement));
  lines[Math.max(0, Math.min(lines.length - 1, from + step))]?.focus();
}
