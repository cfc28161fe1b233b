import { CheckCircleOutlined, CloseOutlined, RedoOutlined, UndoOutlined, WarningOutlined } from '@ant-design/icons';
import { App, Button, Select } from 'antd';
import { useDesigning } from '../host/designing.ts';
import type { OpenedTool } from '../host/opened-tool.ts';
import { useDesignState } from '../host/use-design-state.ts';
import type { DesignState } from '../session/design-session.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { type DesignText, useDesignText } from '../texts/use-design-text.ts';
import { OtherDesigners } from './other-designers.tsx';

type DesignBarProps = {
  readonly mayPublish: boolean;
  readonly onTarget: (target: DesignTarget) => void;
  /** Opens what else can be done with the page: compare, publish and the like. */
  readonly onOpen: (tool: OpenedTool) => void;
  readonly onDiscard: () => void;
  readonly onLeave: () => void;
};

/** For whom the page is designed, how its draft stands, and what can be done with the whole of it. */
export function DesignBar({ mayPublish, onTarget, onOpen, onDiscard, onLeave }: DesignBarProps) {
  const t = useDesignText();
  const title = useDesignState(({ drawn }) => String(drawn.document.title ?? ''));
  const hasDraft = useDesignState(({ version }) => version > 0);
  return (
    <header className="designer-bar">
      <h1>{t('designer.title', { title })}</h1>
      <LevelChoice onTarget={onTarget} />
      <Steps />
      <Saving />
      <OtherDesigners />
      <span className="designer-bar-room" />
      <ProblemsButton onOpen={() => onOpen('faults')} />
      <Button onClick={() => onOpen('preview')}>{t('designer.preview')}</Button>
      <Button disabled={!hasDraft} onClick={() => onOpen('compare')}>
        {t('designer.compare')}
      </Button>
      <Button onClick={() => onOpen('releases')}>{t('designer.releases')}</Button>
      {hasDraft ? <DiscardButton onDiscard={onDiscard} /> : null}
      {mayPublish ? (
        <Button type="primary" disabled={!hasDraft} onClick={() => onOpen('publish')}>
          {t('designer.publish')}
        </Button>
      ) : null}
      <Button icon={<CloseOutlined aria-hidden="true" />} onClick={onLeave}>
        {t('designer.leave')}
      </Button>
    </header>
  );
}

/** Back and forth among the commands. */
function Steps() {
  const t = useDesignText();
  const { session } = useDesigning();
  const hasDone = useDesignState(({ stack }) => stack.done.length > 0);
  const hasUndone = useDesignState(({ stack }) => stack.undone.length > 0);
  return (
    <>
      <Button
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={t('designer.undo')}
        title={t('designer.undo')}
        disabled={!hasDone}
        onClick={session.undo}
      />
      <Button
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={t('designer.redo')}
        title={t('designer.redo')}
        disabled={!hasUndone}
        onClick={session.redo}
      />
    </>
  );
}

/** How the draft stands. */
function Saving() {
  const t = useDesignText();
  const state = useDesignState((all) => all);
  return (
    <span className="designer-saving" role="status" data-saving={state.saving}>
      {savingText(state, t)}
    </span>
  );
}

function savingText({ saving, refusal, version }: DesignState, t: DesignText): string {
  if (saving === 'refused' && refusal instanceof Error) return t('designer.saveRefused', { reason: refusal.message });
  if (saving === 'failed') return t('designer.saveFailed');
  if (saving === 'pending') return t('designer.saving');
  return t(version === 0 ? 'designer.untouched' : 'designer.saved');
}

/** The organisation, or one of its roles. */
function LevelChoice({ onTarget }: Pick<DesignBarProps, 'onTarget'>) {
  const t = useDesignText();
  const { session, parts } = useDesigning();
  const { page, level, role } = session.target;
  const options = [
    { value: '', label: t('designer.level.org') },
    ...parts.roles.map(({ code, title }) => ({ value: code, label: t('designer.level.role', { title }) })),
  ];
  return (
    <Select
      className="designer-level"
      aria-label={t('designer.level')}
      value={level === 'org' ? '' : (role ?? '')}
      options={options}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      onChange={(chosen: string) =>
        onTarget(chosen === '' ? { page, level: 'org' } : { page, level: 'role', role: chosen })
      }
    />
  );
}

function DiscardButton({ onDiscard }: Pick<DesignBarProps, 'onDiscard'>) {
  const t = useDesignText();
  const { modal } = App.useApp();
  const ask = () =>
    modal.confirm({
      title: t('designer.discardAsk'),
      content: t('designer.discardHint'),
      okButtonProps: { danger: true },
      okText: t('designer.discard'),
      onOk: onDiscard,
    });
  return <Button onClick={ask}>{t('designer.discard')}</Button>;
}

/** How many problems the draft has; opens them. */
function ProblemsButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useDesignText();
  const count = useDesignState(({ faults }) => faults.length);
  return (
    <Button
      danger={count > 0}
      icon={count > 0 ? <WarningOutlined aria-hidden="true" /> : <CheckCircleOutlined aria-hidden="true" />}
      onClick={onOpen}
    >
      {count > 0 ? t('designer.faultCount', { count }) : t('designer.noProblems')}
    </Button>
  );
}
