import { App } from 'antd';
import { useMemo } from 'react';
import { createQueryClient } from '../../client/index.ts';
import { defined } from '../../model/view/index.ts';
import { EngineProvider, SchemaPage, useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { type Rehearsed, rehearsalClient } from './rehearsal.ts';

type DrawnPageProps = Rehearsed & {
  /** Parameters of its address: `id` of the record it shows. */
  readonly params?: Readonly<Record<string, string>>;
};

const nowhere = () => undefined;

/** A page drawn by the renderer that draws every page, with real rows; nothing done on it changes anything or leads away. */
export function DrawnPage({ target, document, as, person, bundle, params = {} }: DrawnPageProps) {
  const t = useDesignText();
  const host = useEngine();
  const { message } = App.useApp();
  const { client, user, text, language, widgets } = host;
  const made = useMemo(() => {
    const further = defined({ as, person, bundle });
    const rehearsed = { target, document, ...further };
    const onRehearsed = () => void message.info(t('designer.rehearsal.done'));
    // What one document read says nothing about another one.
    return {
      key: crypto.randomUUID(),
      queries: createQueryClient(),
      client: rehearsalClient(client, rehearsed, t, onRehearsed),
    };
  }, [client, target, document, as, person, bundle, message, t]);
  return (
    <EngineProvider
      key={made.key}
      client={made.client}
      queryClient={made.queries}
      user={user}
      open={nowhere}
      keepsDrafts={false}
      {...(text === undefined ? {} : { text })}
      {...(language === undefined ? {} : { language })}
      {...(widgets === undefined ? {} : { widgets })}
    >
      <SchemaPage name={target.page} params={params} />
    </EngineProvider>
  );
}
