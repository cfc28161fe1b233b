import { Drawer } from 'antd';
import { useMemo } from 'react';
import { changesInWords } from '../../model/design/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { foldLayers } from '../../model/layers/index.ts';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import { useDesigning } from '../host/designing.ts';
import type { OpenedTool } from '../host/opened-tool.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { useGoToFault } from '../problems/go-to-fault.ts';
import { ProblemList } from '../problems/problem-list.tsx';
import { PublishDialog } from '../publish/publish-dialog.tsx';
import { ReleaseDrawer } from '../releases/release-drawer.tsx';
import type { DesignedPage } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type DesignToolsProps = {
  readonly opened: OpenedTool | undefined;
  readonly onClose: () => void;
  /** Parameters of the address of the page. */
  readonly params: Readonly<Record<string, string>>;
  readonly mayPublish: boolean;
};

/** What was opened from the bar, over the page. */
export function DesignTools({ opened, onClose, params, mayPublish }: DesignToolsProps) {
  const { session, titles } = useDesigning();
  const { target } = session;
  const renew = () => {
    onClose();
    void session.refresh();
  };
  return (
    <>
      {opened === 'faults' ? <Problems onClose={onClose} /> : null}
      {opened === 'compare' ? (
        <CompareDialog target={target} from="published" to="draft" titles={titles} onClose={onClose} />
      ) : null}
      {opened === 'releases' ? (
        <ReleaseDrawer target={target} titles={titles} mayPublish={mayPublish} onRolledBack={renew} onClose={onClose} />
      ) : null}
      {opened === 'publish' ? <Publish onPublished={renew} onClose={onClose} /> : null}
      {opened === 'preview' ? <Preview params={params} onClose={onClose} /> : null}
    </>
  );
}

/** The draft as somebody else will see it. */
function Preview({ params, onClose }: Pick<DesignToolsProps, 'params' | 'onClose'>) {
  const { session, parts } = useDesigning();
  const document = useDesignState(({ stack }) => stack.document);
  return (
    <PreviewPane target={session.target} document={document} roles={parts.roles} params={params} onClose={onClose} />
  );
}

/** What is wrong with the draft; a click goes there. */
function Problems({ onClose }: Pick<DesignToolsProps, 'onClose'>) {
  const t = useDesignText();
  const { titles } = useDesigning();
  const { faults, stack } = useDesignState((state) => state);
  const goTo = useGoToFault();
  const go = (at: string) => {
    onClose();
    goTo(at);
  };
  return (
    <Drawer open title={t('designer.problemList')} onClose={onClose}>
      <ProblemList faults={faults} document={stack.document} titles={titles} onGo={go} />
    </Drawer>
  );
}

/** The draft on its way into force, with what it changes of what is published. */
function Publish({ onPublished, onClose }: { readonly onPublished: () => void } & Pick<DesignToolsProps, 'onClose'>) {
  const { session, titles } = useDesigning();
  const { faults, stack, page, version } = useDesignState((state) => state);
  const changes = useMemo(() => changesInWords(publishedOf(page), stack.document, titles), [page, stack, titles]);
  const goTo = useGoToFault();
  const go = (at: string) => {
    onClose();
    goTo(at);
  };
  return (
    <PublishDialog
      target={session.target}
      version={version}
      changes={changes}
      faults={faults}
      document={stack.document}
      titles={titles}
      onPublished={onPublished}
      onGo={go}
      onClose={onClose}
    />
  );
}

/** What is in force on this level, with the levels below it. */
function publishedOf({ below, published }: DesignedPage): JsonObject {
  if (published === null) return below;
  const layer = { level: 'org' as const, name: 'org', basedOn: '', operations: published.operations };
  return foldLayers(below, [layer]).document;
}
