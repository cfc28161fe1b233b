import { Alert, Button, Spin } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { FaultBlock, useEngine, useMedia } from '../../react/index.ts';
import { type Designing, DesigningContext } from '../host/designing.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { titlesOf } from './page-bundle.ts';
import { type OpenedDesign, useOpened } from './use-opened.ts';
import { Workbench, type WorkbenchProps } from './workbench.tsx';
import './design-frame.css';

/** So narrow there is no room for the page between what is around it. */
const narrowest = 1000;

const noParams = {};

/** Where designing begins: a level of the page, and what is to be looked at there. */
export type DesignStart = { readonly level: 'org' | 'role'; readonly role: string | null; readonly at: string };

type DesignFrameProps = Pick<WorkbenchProps, 'onLeave' | 'onNews' | 'children'> & {
  /** Name of the page. */
  readonly page: string;
  /** Parameters of its address. */
  readonly params?: Readonly<Record<string, string>>;
  /** Where it begins; on the level of the organisation, with nothing selected, unless told. */
  readonly start?: DesignStart | undefined;
  /** Whether he may put in force what he designs. */
  readonly mayPublish?: boolean;
};

/** The page that is shown, turned into its own editor: outline and palette left of it, settings right, a bar above. */
export function DesignFrame({ page, params = noParams, mayPublish = false, start, ...own }: DesignFrameProps) {
  const t = useDesignText();
  const isWide = useMedia(`(min-width: ${narrowest}px)`);
  useCovering();
  return (
    <section className="designer" aria-label={t('designer.name')}>
      {isWide ? (
        <Target page={page} params={params} mayPublish={mayPublish} start={start} {...own} />
      ) : (
        <Instead onLeave={own.onLeave}>
          <Alert
            type="info"
            showIcon
            message={t('designer.narrow')}
            description={t('designer.narrowHint', { width: narrowest })}
          />
        </Instead>
      )}
    </section>
  );
}

type TargetProps = Omit<WorkbenchProps, 'base' | 'at' | 'onTarget' | 'onAgain'> & {
  readonly page: string;
  readonly start: DesignStart | undefined;
};

/** The page for the organisation, or for one of its roles, as one chooses. */
function Target({ page, start, ...own }: TargetProps) {
  const t = useDesignText();
  const [target, setTarget] = useState<DesignTarget>(() => startOf(page, start));
  const [first] = useState(target);
  const [round, setRound] = useState(0);
  const { opened, read } = useOpened(target, round);
  if (read.error !== null)
    return (
      <Instead onLeave={own.onLeave}>
        <FaultBlock error={read.error} onRetry={() => void read.refetch()} size="page" />
      </Instead>
    );
  if (opened === undefined)
    return (
      <div className="designer-waiting" role="status">
        <Spin />
        {t('designer.loading')}
      </div>
    );
  return (
    <Opened
      key={`${target.level} ${target.role ?? ''} ${round}`}
      opened={opened}
      at={target === first && round === 0 ? start?.at : undefined}
      onTarget={setTarget}
      onAgain={() => setRound(round + 1)}
      {...own}
    />
  );
}

function startOf(page: string, start: DesignStart | undefined): DesignTarget {
  return start?.level === 'role' && start.role !== null
    ? { page, level: 'role', role: start.role }
    : { page, level: 'org' };
}

/** What stands there when the page cannot be designed here and now. */
function Instead({ onLeave, children }: { readonly onLeave: () => void; readonly children: ReactNode }) {
  const t = useDesignText();
  return (
    <div className="designer-instead">
      {children}
      <Button onClick={onLeave}>{t('designer.leave')}</Button>
    </div>
  );
}

function Opened({ opened, ...own }: Omit<WorkbenchProps, 'base'> & { readonly opened: OpenedDesign }) {
  const { widgets } = useEngine();
  const { session, base, parts, grammar, renew } = opened;
  const contracts = useMemo(() => widgets ?? [], [widgets]);
  const titles = useMemo(() => titlesOf(base, parts, contracts), [base, parts, contracts]);
  const designing = useMemo<Designing>(
    () => ({ session, grammar, titles, parts, widgets: contracts, renew }),
    [session, grammar, titles, parts, contracts, renew],
  );
  return (
    <DesigningContext.Provider value={designing}>
      <Workbench base={base} {...own} />
    </DesigningContext.Provider>
  );
}

/** While it covers the window, what is below it does not scroll. */
function useCovering(): void {
  useEffect(() => {
    const { style } = window.document.documentElement;
    const before = style.overflow;
    style.overflow = 'hidden';
    return () => {
      style.overflow = before;
    };
  }, []);
}
