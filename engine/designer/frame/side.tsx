import { Tabs } from 'antd';
import { Suspense, useMemo } from 'react';
import { lazyPartWith, Waiting } from '../../react/index.ts';
import type { PlaceDrag } from '../dragging/drop-place.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignedDocument, useDesignSelected, useDesignState } from '../host/use-design-state.ts';
import { Outline } from '../outline/outline.tsx';
import { type AddingPlace, Palette } from '../palette/palette.tsx';
import { listAround } from '../palette/palette-entries.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { MissingTool } from './missing-tool.tsx';

// Who never looks at the source never loads its editor.
const SourceEditor = lazyPartWith(MissingTool)(async () => (await import('../host/code-editors.ts')).SourceEditor);

const sides = ['outline', 'add', 'source'] as const;

/** What stands left of the page. */
export type SideKey = (typeof sides)[number];

type SideProps = {
  readonly side: SideKey;
  readonly onSide: (side: SideKey) => void;
  /** Where somebody asked to add something; else it is added to what is selected. */
  readonly asked: AddingPlace | undefined;
  /** Told where what is dragged onto the page would be let go. */
  readonly onDrag: (drag: PlaceDrag | undefined) => void;
};

/** The page as a tree, what can be added to it, or its source. */
export function Side({ side, onSide, asked, onDrag }: SideProps) {
  const t = useDesignText();
  return (
    <Tabs
      className="designer-side"
      size="small"
      activeKey={side}
      onChange={(key) => onSide(sides.find((one) => one === key) ?? 'outline')}
      destroyOnHidden
      items={[
        { key: 'outline', label: t('designer.outline'), children: <Outline /> },
        { key: 'add', label: t('designer.add'), children: <Adding asked={asked} onDrag={onDrag} /> },
        { key: 'source', label: t('designer.source'), children: <Source /> },
      ]}
    />
  );
}

/** What can be added, and where. */
function Adding({ asked, onDrag }: Pick<SideProps, 'asked' | 'onDrag'>) {
  const document = useDesignedDocument();
  const at = useDesignSelected().at(-1) ?? '';
  const place = useMemo(() => asked ?? listAround(document, at), [asked, document, at]);
  return <Palette place={place} isAsked={asked !== undefined} onDrag={onDrag} />;
}

/** The page as text: what is typed becomes the page, what is selected is shown. */
function Source() {
  const { session, grammar, titles } = useDesigning();
  const document = useDesignState(({ stack }) => stack.document);
  const faults = useDesignState((state) => state.faults);
  const at = useDesignSelected().at(-1);
  return (
    <Suspense fallback={<Waiting />}>
      <SourceEditor
        document={document}
        schema={grammar}
        faults={faults}
        titles={titles}
        keepAs={`${session.target.page} ${session.target.level} ${session.target.role ?? ''}`}
        onChange={session.write}
        {...(at === undefined ? {} : { at })}
      />
    </Suspense>
  );
}
