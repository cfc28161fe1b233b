import { useContext } from 'react';
import { EmbeddedPageContext, PageDrawerContext } from '../host/page-runtime.ts';

type Params = Readonly<Record<string, string>>;
type PageTabProps = {
  readonly page: string;
  readonly params: Params;
  readonly onParams: (params: Params) => void;
};

/** Another page within this one, in a tab: its own documents, its own calls, its own faults. */
export function PageTab({ page, params, onParams }: PageTabProps) {
  const Page = useContext(PageDrawerContext);
  if (Page === undefined) return null;
  return (
    <EmbeddedPageContext.Provider value={true}>
      <Page name={page} params={params} onParams={onParams} />
    </EmbeddedPageContext.Provider>
  );
}
