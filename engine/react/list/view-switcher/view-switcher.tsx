import { DownOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { ListState } from '../state/list-state.ts';
import { useListViews } from '../views/list-views-context.ts';
import { useViewActions } from './use-view-actions.ts';
import { useViewChange } from './use-view-change.ts';
import type { ViewPlace } from './use-view-tools.ts';
import type { ViewDialogTask } from './view-dialog.tsx';
import './views.css';

// What only opens when somebody asks for it is loaded then.
const ViewPanel = lazyPart(async () => (await import('./view-panel.tsx')).ViewPanel);
const ViewDialog = lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog);

type ViewSwitcherProps = ViewPlace & {
  /** The view as it was saved: what differs from it is marked. */
  readonly initial: ListState;
};

/** Names the view a list is in, marks what differs from it, and opens the others. */
export function ViewSwitcher({ initial, ...place }: ViewSwitcherProps) {
  const t = useText();
  const { saved } = useListViews().chosen;
  const actions = useViewActions(place);
  const { isChanged, canKeep } = useViewChange(place.view, place.state, initial);
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const [task, setTask] = useState<ViewDialogTask>();
  const button = useRef<HTMLButtonElement>(null);
  const name = saved?.name ?? t('engine.views.standard');
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const ask = (next: ViewDialogTask) => {
    setOpen(false);
    setTask(next);
  };
  return (
    <div className="engine-views">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        afterOpenChange={setShown}
        destroyOnHidden
        content={
          <Suspense fallback={<div className="engine-views-panel" />}>
            <ViewPanel actions={actions} canKeep={canKeep} isShown={isShown} onLeave={leave} onAsk={ask} />
          </Suspense>
        }
      >
        <Button
          ref={button}
          className="engine-views-button"
          aria-expanded={isOpen}
          aria-label={t(isChanged ? 'engine.views.buttonChanged' : 'engine.views.button', { name })}
        >
          <Badge dot={isChanged} offset={[6, 2]}>
            <span className="engine-views-name">{name}</span>
          </Badge>
          <DownOutlined aria-hidden="true" />
        </Button>
      </Popover>
      {isChanged ? (
        <span className="engine-views-quick">
          <span className="engine-quiet">{t('engine.views.changed')}</span>
          {saved?.isMine === true ? (
            <Button type="link" size="small" onClick={() => void actions.save()}>
              {t('engine.save')}
            </Button>
          ) : (
            <Button type="link" size="small" onClick={() => ask({ kind: 'saveAs' })}>
              {t('engine.views.saveAs')}
            </Button>
          )}
          <Button type="link" size="small" onClick={actions.reset}>
            {t('engine.views.reset')}
          </Button>
        </span>
      ) : null}
      {task === undefined ? null : (
        <Suspense fallback={null}>
          <ViewDialog task={task} actions={actions} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
