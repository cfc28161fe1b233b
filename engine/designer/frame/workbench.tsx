import { App } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { DesignedPageContext, PageDesignContext, useEngine } from '../../react/index.ts';
import type { PlaceDrag } from '../dragging/drop-place.ts';
import { useDesigning } from '../host/designing.ts';
import type { OpenedTool } from '../host/opened-tool.ts';
import { useDesignKeys } from '../host/use-design-keys.ts';
import { useDesignedDocument, useDesignSelected, useDesignState } from '../host/use-design-state.ts';
import { Canvas } from '../in-place/canvas.tsx';
import type { AddingPlace } from '../palette/palette.tsx';
import { useGoToFault } from '../problems/go-to-fault.ts';
import { PropertiesPanel } from '../properties/properties-panel.tsx';
import { apiDesignStore } from '../store/api-design-store.ts';
import type { DesignTarget } from '../store/design-store.ts';
import { Collisions } from './collisions.tsx';
import { DesignBar } from './design-bar.tsx';
import { DesignTools } from './design-tools.tsx';
import { type DrawnForm, drawnForm } from './drawn-form.ts';
import { drawablePage, surroundingsOf } from './page-bundle.ts';
import { Side, type SideKey } from './side.tsx';
import { withoutWrong } from './without-wrong.ts';

export type WorkbenchProps = {
  /** The page as it is in force, with the documents it needs. */
  readonly base: PageBundle;
  readonly params: Readonly<Record<string, string>>;
  readonly mayPublish: boolean;
  /** Key path of what is looked at first. */
  readonly at?: string | undefined;
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
export function Workbench(props: WorkbenchProps) {
  const { base, params, mayPublish, at, onTarget, onAgain, onLeave, onNews, children } = props;
  const { client } = useEngine();
  const { session } = useDesigning();
  const [side, setSide] = useState<SideKey>('outline');
  const [asked, setAsked] = useState<AddingPlace>();
  const [dragged, setDragged] = useState<PlaceDrag>();
  const [tool, setTool] = useState<OpenedTool>();
  const keys = useDesignKeys();
  useForgotten(setAsked);
  useNews(onNews);
  useStart(at);
  const { message } = App.useApp();
  const discard = async () => {
    await session.flush();
    try {
      await apiDesignStore(client).discard(session.target, session.read().version);
    } catch (refusal) {
      if (!(refusal instanceof ApiRefusal)) throw refusal;
      // Somebody else may have changed it meanwhile: what he made is seen before it is thrown away.
      void message.error(refusal.message);
      return session.refresh();
    }
    onAgain();
  };
  // What is compared or published is what was sent.
  const openTool = async (wanted: OpenedTool) => {
    if (wanted !== 'faults') await session.flush();
    if (wanted !== 'publish' || session.read().refusal === undefined) setTool(wanted);
  };
  const onAdd = useCallback((wanted: AddingPlace) => {
    setAsked(wanted);
    setSide('add');
  }, []);
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
        <Side side={side} onSide={setSide} asked={asked} onDrag={setDragged} />
        <DrawnDesign base={base}>
          <Canvas onAdd={onAdd} dragged={dragged}>
            {children}
          </Canvas>
        </DrawnDesign>
        <PropertiesPanel />
      </div>
      <DesignTools opened={tool} params={params} mayPublish={mayPublish} onClose={() => setTool(undefined)} />
    </div>
  );
}

/**
 * The page as it is drawn now. What is around it, and what of it is hidden, stay the same objects while it is edited: with
 * a key only what that key changes is drawn anew.
 */
function DrawnDesign({ base, children }: Pick<WorkbenchProps, 'base' | 'children'>) {
  const { session, parts, titles } = useDesigning();
  const { page: name } = session.target;
  const edited = useDesignedDocument();
  const below = useDesignState(({ page: { below: known } }) => known);
  const document = useMemo(() => withoutWrong(edited, below, titles), [edited, below, titles]);
  const hidden = useHidden();
  const around = useMemo(() => surroundingsOf(base, parts), [base, parts]);
  const form = useShownForm(document);
  const page = useMemo(() => drawablePage(document) ?? base.page, [document, base]);
  const formAt = form?.at;
  const design = useMemo(() => ({ page: name, hidden, formAt }), [name, hidden, formAt]);
  const drawn = useMemo(() => ({ name, around, page: form?.page ?? page }), [name, around, form, page]);
  return (
    <DesignedPageContext.Provider value={drawn}>
      <PageDesignContext.Provider value={design}>{children}</PageDesignContext.Provider>
    </DesignedPageContext.Provider>
  );
}

/** A form is drawn in the place of the page while something of it is selected. */
function useShownForm(document: JsonObject): DrawnForm | undefined {
  const name = useDesignState(({ selected }) => shownFormOf(selected));
  return useMemo(() => (name === undefined ? undefined : drawnForm(document, `forms/${name}`)), [document, name]);
}

function shownFormOf(selected: readonly string[]): string | undefined {
  const node = selected.at(-1) ?? '';
  return node.startsWith('forms/') ? node.split('/')[1] : undefined;
}

/** What of the page is hidden; the same set until something else is. */
function useHidden(): ReadonlySet<string> {
  const { session } = useDesigning();
  const named = useDesignState(({ drawn }) => [...drawn.hidden].join('\n'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it holds
  return useMemo(() => session.read().drawn.hidden, [session, named]);
}

/** A place that was asked for is forgotten once something else is selected. */
function useForgotten(forget: (place: undefined) => void): void {
  const selected = useDesignSelected();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other selection
  useEffect(() => forget(undefined), [selected, forget]);
}

/** Goes to where one began. */
function useStart(at: string | undefined): void {
  const goTo = useGoToFault();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (at !== undefined) goTo(at);
  }, []);
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
