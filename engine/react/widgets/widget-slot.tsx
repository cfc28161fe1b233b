import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import type { WireRecord } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import type { WidgetSlot as Slot, WidgetDefinition } from './widget-definition.ts';

type WidgetSlotProps = {
  readonly name: string;
  readonly slot: Slot;
  readonly title?: string;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly record?: WireRecord | undefined;
};

/** Draws a registered widget by name; an unknown or failing one shows its fault in its place. */
export function WidgetSlot(props: WidgetSlotProps) {
  const { widgets = [], t } = useEngine();
  const definition = widgets.find((widget) => widget.name === props.name);
  if (definition === undefined) return <InlineFault text={t('engine.widget.unknown', { name: props.name })} />;
  if (!definition.slots.includes(props.slot))
    return <InlineFault text={t('engine.widget.slot', { name: props.name })} />;
  return (
    <ErrorBoundary
      fallback={() => <InlineFault text={t('engine.widget.failed', { name: definition.title })} />}
      resetKey={props.name}
    >
      <LoadedWidget {...props} definition={definition} />
    </ErrorBoundary>
  );
}

function LoadedWidget({ definition, ...rest }: WidgetSlotProps & { readonly definition: WidgetDefinition }) {
  const { t } = useEngine();
  const { name: page } = usePageRuntime();
  const { data: loaded, isError } = useQuery({
    queryKey: ['widget', definition.name],
    // A component is a function, which a cache would call; the box keeps it still.
    queryFn: async () => ({ Component: await definition.load() }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <InlineFault text={t('engine.widget.failed', { name: definition.title })} />;
  if (loaded === undefined) return <Spin size="small" />;
  const { Component } = loaded;
  return (
    <Component
      page={page}
      slot={rest.slot}
      props={rest.props ?? {}}
      {...(rest.title === undefined ? {} : { title: rest.title })}
      {...(rest.record === undefined ? {} : { record: rest.record })}
    />
  );
}
