import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { PageBundle } from '../../model/documents/index.ts';
import { PageDesignContext, useEngine } from '../../react/index.ts';
import { useDesigning } from '../host/designing.ts';
import type { OpenedTool } from '../host/opened-tool.ts';
import { useDesignKeys } from '../host/use-design-keys.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { Canvas } from '../in-place/canvas.tsx';
import type { AddingPlace } from '../palette/palette.tsx';
import { listAround } from '../palette/palette-entries.ts';
import { PropertiesPanel } from '../properties/properties-panel.tsx';
import { apiDesignStore } from '../store/api-design-store.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { Collisions } from './collisions.tsx';
import { DesignBar } from './design-bar.tsx';
import { DesignTools } from './design-tools.tsx';
import { drawnForm } from './drawn-form.ts';
import { designedBundle } from './page-bundle.ts';
import { Side, type SideKey } from './side.tsx';

export type WorkbenchProps = {
  /** The page as it is in force, with the documents it needs. */
  readonly base: PageBundle;
  readonly params: Readonly<Record<string, string>>;
  readonly mayPublish: boolean;
  readonly onTarget: (target: DesignTarget) => void;
  /** Begins anew, after the draft was given up. */
  readonly onAgain: () => void;
  readonly onLeave: () => void;
  /** Listens to what others did to pages, by their names; answers what ends that. */
  readonly onNews?: ((listener: (page: string) => void) => () => void) | undefined;
  /** The page itself, as everybody sees it. */
  readonly children: ReactNode;
};

/** The page in the middle of everything by which it is designed. */
export function Workbench({ base, params, mayPublish, onTarget, onAgain, onLeave, onNews, children }: WorkbenchProps) {
  const { client } = useEngine();
  const { session } = useDesigning();
  const { drawn, selected } = useDesignState();
  const [side, setSide] = useState<SideKey>('outline');
  const [asked, setAsked] = useState<AddingPlace>();
  const [tool, setTool] = useState<OpenedTool>();
  const keys = useDesignKeys();
  const design = useDrawnDesign(base);
  const place = useMemo(() => asked ?? listAround(drawn.document, selected.at(-1) ?? ''), [asked, drawn, selected]);
  useForgotten(selected, setAsked);
  useNews(onNews);
  const discard = async () => {
    await session.flush();
    await apiDesignStore(client).discard(session.target, session.read().version);
    onAgain();
  };
  // What is compared or published is what was sent.
  const openTool = async (wanted: OpenedTool) => {
    if (wanted !== 'faults') await session.flush();
    if (wanted !== 'publish' || session.read().refusal === undefined) setTool(wanted);
  };
  return (
    <div className="designer-frame" data-side={side} onKeyDownCapture={keys}>
      <DesignBar
        mayPublish={mayPublish}
        onTarget={onTarget}
        onOpen={(wanted) => void openTool(wanted)}
        onDiscard={discard}
        onLeave={onLeave}
      />
      <Collisions />
      <div className="designer-body">
        <Side side={side} onSide={setSide} place={place} isAsked={asked !== undefined} />
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
      <DesignTools opened={tool} params={params} mayPublish={mayPublish} onClose={() => setTool(undefined)} />
    </div>
  );
}

/** The page as it is drawn now. */
function useDrawnDesign(base: PageBundle) {
  const { session, parts } = useDesigning();
  const { drawn, selected } = useDesignState();
  const bundle = useMemo(() => designedBundle(base, parts, drawn.document), [base, parts, drawn]);
  const node = selected.at(-1) ?? '';
  const [, formName] = node.startsWith('forms/') ? node.split('/') : [];
  // A form is drawn in the place of the page while something of it is selected.
  const form = useMemo(
    () => (formName === undefined ? undefined : drawnForm(drawn.document, `forms/${formName}`)),
    [drawn, formName],
  );
  return useMemo(() => {
    const shown = { page: session.target.page, hidden: drawn.hidden };
    if (form === undefined) return { ...shown, bundle };
    return { ...shown, formAt: form.at, bundle: { ...bundle, page: form.page, faults: [] } };
  }, [session, drawn, bundle, form]);
}

/** A place that was asked for is forgotten once something else is selected. */
function useForgotten(selected: readonly string[], forget: (place: undefined) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other selection
  useEffect(() => forget(undefined), [selected, forget]);
}

/** What another one does to the draft, or publishes, is taken up at once. */
function useNews(onNews: WorkbenchProps['onNews']): void {
  const { session } = useDesigning();
  useEffect(
    () =>
      onNews?.((page) => {
        if (page === session.target.page) void session.refresh();
      }),
    [onNews, session],
  );
}
