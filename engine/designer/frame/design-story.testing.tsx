import { useState } from 'react';
import { type SampleAnswer, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../react/index.ts';
import { SampleDesign } from '../store/sample-design.testing.ts';
import { DesignFrame, type DesignStart } from './design-frame.tsx';

/** A page of the library that is designed, with what its server keeps; `answers` go before what that would say. */
export function designStory(
  name: string,
  params: Readonly<Record<string, string>> = {},
  widgets: readonly WidgetDefinition[] = [],
  answers: Readonly<Record<string, SampleAnswer>> = {},
  start?: DesignStart,
) {
  const design = new SampleDesign();
  const server = new SampleServer({ answers: { ...design.answers, ...answers } });
  function Page() {
    const [isDesigned, setDesigned] = useState(true);
    const page = <SchemaPage name={name} params={params} />;
    return (
      <StoryFrame server={server} widgets={widgets} tellsPresence>
        {isDesigned ? (
          <DesignFrame page={name} start={start} onLeave={() => setDesigned(false)}>
            {page}
          </DesignFrame>
        ) : (
          page
        )}
      </StoryFrame>
    );
  }
  return { design, server, render: () => <Page /> };
}

/** A list of the draft that the server keeps, by its keys. */
export function kept({ design }: ReturnType<typeof designStory>, page: string, list: string): readonly unknown[] {
  const items = design.drafts.get(`${page} org `)?.document[list];
  return Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? item.key : item)) : [];
}

/** What is drawn of a node of the page that is designed. */
export const drawn = (canvas: HTMLElement, at: string) =>
  canvas.querySelector(`.designer-page [data-design-path="${at}"]`);
