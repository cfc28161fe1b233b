import { Tabs } from 'antd';
import { Suspense } from 'react';
import { lazyPartWith } from '../../react/index.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { Outline } from '../outline/outline.tsx';
import { type AddingPlace, Palette } from '../palette/palette.tsx';
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
  /** Where something would be added. */
  readonly place: AddingPlace | undefined;
  readonly isAsked: boolean;
};

/** The page as a tree, what can be added to it, or its source. */
export function Side({ side, onSide, place, isAsked }: SideProps) {
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
        { key: 'add', label: t('designer.add'), children: <Palette place={place} isAsked={isAsked} /> },
        { key: 'source', label: t('designer.source'), children: <Source /> },
      ]}
    />
  );
}

/** The page as text: what is typed becomes the page, what is selected is shown. */
function Source() {
  const { session, grammar, titles } = useDesigning();
  const { stack, faults, selected } = useDesignState();
  const at = selected.at(-1);
  return (
    <Suspense fallback={null}>
      <SourceEditor
        document={stack.document}
        schema={grammar}
        faults={faults}
        titles={titles}
        onChange={session.write}
        {...(at === undefined ? {} : { at })}
      />
    </Suspense>
  );
}
