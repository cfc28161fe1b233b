import { Alert, Button, Spin, Tabs } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { nodeTitle } from '../../model/design/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { FaultBlock, PageDesignContext, useEngine, useMedia } from '../../react/index.ts';
import { type Designing, DesigningContext, useDesigning } from '../host/designing.ts';
import { useDesignKeys } from '../host/use-design-keys.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { Canvas } from '../in-place/canvas.tsx';
import { Outline } from '../outline/outline.tsx';
import { type AddingPlace, Palette } from '../palette/palette.tsx';
import { listAround } from '../palette/palette-entries.ts';
import { PropertiesPanel } from '../properties/properties-panel.tsx';
import { apiDesignStore } from '../store/api-design-store.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { DesignBar } from './design-bar.tsx';
import { designedBundle, titlesOf } from './page-bundle.ts';
import { type OpenedDesign, useOpened } from './use-opened.ts';
import './design-frame.css';

/** So narrow there is no room for the page between what is around it. */
const narrowest = 1000;

type DesignFrameProps = {
  /** Name of the page. */
  readonly page: string;
  readonly onLeave: () => void;
  /** The page itself, as everybody sees it. */
  readonly children: ReactNode;
};

/** The page that is shown, turned into its own editor: outline and palette left of it, settings right, a bar above. */
export function DesignFrame({ page, onLeave, children }: DesignFrameProps) {
  const t = useDesignText();
  const isWide = useMedia(`(min-width: ${narrowest}px)`);
  const [target, setTarget] = useState<DesignTarget>({ page, level: 'org' });
  const [round, setRound] = useState(0);
  const { opened, read } = useOpened(target, round);
  useCovering();
  return (
    <section className="designer" aria-label={t('designer.title', { title: '' })}>
      {!isWide ? (
        <Instead onLeave={onLeave}>
          <Alert
            type="info"
            showIcon
            message={t('designer.narrow')}
            description={t('designer.narrowHint', { width: narrowest })}
          />
        </Instead>
      ) : read.error !== null ? (
        <Instead onLeave={onLeave}>
          <FaultBlock error={read.error} onRetry={() => void read.refetch()} size="page" />
        </Instead>
      ) : opened === undefined ? (
        <Spin className="designer-waiting" tip={t('designer.loading')}>
          <div />
        </Spin>
      ) : (
        <Opened
          key={`${target.level} ${target.role ?? ''} ${round}`}
          opened={opened}
          onTarget={setTarget}
          onAgain={() => setRound(round + 1)}
          onLeave={onLeave}
        >
          {children}
        </Opened>
      )}
    </section>
  );
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

type OpenedProps = {
  readonly opened: OpenedDesign;
  readonly onTarget: (target: DesignTarget) => void;
  /** Begins anew, after the draft was given up. */
  readonly onAgain: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
};

function Opened({ opened, ...props }: OpenedProps) {
  const { widgets = [] } = useEngine();
  const { session, base, parts, grammar } = opened;
  const titles = useMemo(() => titlesOf(base, parts, widgets), [base, parts, widgets]);
  const [document, setDocument] = useState(session.read().drawn.document);
  useEffect(() => {
    const follow = () => setDocument(session.read().drawn.document);
    follow();
    return session.subscribe(follow);
  }, [session]);
  const designing = useMemo<Designing>(
    () => ({ session, grammar, titles, parts, widgets, document }),
    [session, grammar, titles, parts, widgets, document],
  );
  return (
    <DesigningContext.Provider value={designing}>
      <Frame base={base} {...props} />
    </DesigningContext.Provider>
  );
}

function Frame({
  base,
  onTarget,
  onAgain,
  onLeave,
  children,
}: Omit<OpenedProps, 'opened'> & Pick<OpenedDesign, 'base'>) {
  const t = useDesignText();
  const { client } = useEngine();
  const { session, parts } = useDesigning();
  const { drawn, version, selected } = useDesignState();
  const keys = useDesignKeys();
  const [side, setSide] = useState('outline');
  const [asked, setAsked] = useState<AddingPlace>();
  const design = useMemo(
    () => ({
      page: session.target.page,
      hidden: drawn.hidden,
      bundle: designedBundle(base, parts, drawn.document),
    }),
    [session, base, parts, drawn],
  );
  const place = useMemo(() => asked ?? listAround(drawn.document, selected.at(-1) ?? ''), [asked, drawn, selected]);
  useForgotten(selected, setAsked);
  const discard = async () => {
    await session.flush();
    await apiDesignStore(client).discard(session.target, version);
    onAgain();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the designer, wherever in it the keyboard is
    <div className="designer-frame" onKeyDown={keys}>
      <DesignBar onTarget={onTarget} onDiscard={discard} onLeave={onLeave} />
      <Collisions />
      <div className="designer-body">
        <Tabs
          className="designer-side"
          size="small"
          activeKey={side}
          onChange={setSide}
          items={[
            { key: 'outline', label: t('designer.outline'), children: <Outline /> },
            { key: 'add', label: t('designer.add'), children: <Palette place={place} isAsked={asked !== undefined} /> },
          ]}
        />
        <PageDesignContext.Provider value={design}>
          <Canvas
            onAdd={(wanted) => {
              setAsked(wanted);
              setSide('add');
            }}
          >
            {children}
          </Canvas>
        </PageDesignContext.Provider>
        <PropertiesPanel />
      </div>
    </div>
  );
}

/** A place that was asked for is forgotten once something else is selected. */
function useForgotten(selected: readonly string[], forget: (place: undefined) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other selection
  useEffect(() => forget(undefined), [selected, forget]);
}

/** Where two gave the same place different values: whose it is to be. */
function Collisions() {
  const t = useDesignText();
  const { session, document, titles } = useDesigning();
  const { collisions } = useDesignState();
  return collisions.map((collision) => (
    <Alert
      key={collision.at}
      type="warning"
      banner
      message={t('designer.collision', { title: nodeTitle(document, parseKeyPath(collision.at) ?? [], titles) })}
      action={
        <>
          <Button size="small" onClick={() => session.settle(collision, 'mine')}>
            {t('designer.collision.mine')}
          </Button>
          <Button size="small" onClick={() => session.settle(collision, 'theirs')}>
            {t('designer.collision.theirs')}
          </Button>
        </>
      }
    />
  ));
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
