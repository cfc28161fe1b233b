import { LockOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Collapse, Tooltip } from 'antd';
import { useId } from 'react';
import { nodeKind, nodeTitle, propertyTitle, valueText } from '../../model/design/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow, valueIn } from '../document/edits.ts';
import { type GrammarProperty, grammarAt, propertiesOf } from '../grammar/grammar.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { isDesignText, useDesignText } from '../texts/use-design-text.ts';
import { PropertyInput, useSetProperty } from './property-input.tsx';
import { isUsual, kindOfProperty, type PropertyKind } from './property-kind.ts';
import { SampleRecord } from './sample-record.tsx';
import { useWidgetAt, WidgetProps } from './widget-props.tsx';

/** What is selected, and everything of it that can be set. */
export function PropertiesPanel() {
  const t = useDesignText();
  const { selected, drawn } = useDesignState();
  const { document, titles } = useDesigning();
  const at = selected.at(-1) ?? '';
  const path = at === '' ? [] : (parseKeyPath(at) ?? []);
  return (
    <section className="designer-properties" aria-label={t('designer.properties')}>
      <header className="designer-panel-head">
        <h2>
          {selected.length > 1
            ? t('designer.properties.many', { count: selected.length })
            : nodeTitle(document, path, titles)}
        </h2>
        <span className="engine-quiet">{at === '' ? t('designer.page') : nodeKind(document, path)}</span>
      </header>
      <SampleRecord>{drawn.hidden.has(at) ? <HiddenNote /> : <NodeProperties key={at} at={at} />}</SampleRecord>
    </section>
  );
}

/** What is hidden is brought back before anything of it can be set. */
function HiddenNote() {
  const t = useDesignText();
  const { restore } = useCommands();
  return (
    <p className="designer-note">
      {t('designer.hidden')}
      <Button size="small" icon={<UndoOutlined aria-hidden="true" />} onClick={() => restore()}>
        {t('designer.restore')}
      </Button>
    </p>
  );
}

/** The properties of one node, those that are rarely used folded away. */
function NodeProperties({ at }: { readonly at: string }) {
  const t = useDesignText();
  const { grammar, document } = useDesigning();
  const part = grammarAt(grammar, document, at);
  const shown = (part === undefined ? [] : propertiesOf(grammar, part)).flatMap((property) => {
    const kind = kindOfProperty(property);
    return kind === undefined ? [] : [{ property, kind }];
  });
  const node = valueIn(document, at);
  const isSet = (name: string) => isJsonObject(node) && Object.hasOwn(node, name);
  const own = shown.filter(({ kind, property: { name } }) => kind !== 'fixed' && (isUsual(name) || isSet(name)));
  const fixed = shown.filter(({ kind, property: { name } }) => kind === 'fixed' && isSet(name));
  const rare = shown.filter((one) => !(own.includes(one) || one.kind === 'fixed'));
  if (shown.length === 0) return <p className="designer-note">{t('designer.properties.none')}</p>;
  return (
    <>
      {own.map((one) => (
        <PropertyLine key={one.property.name} at={at} {...one} />
      ))}
      {rare.length === 0 ? null : (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'rare',
              label: t('designer.properties.rare'),
              children: rare.map((one) => <PropertyLine key={one.property.name} at={at} {...one} />),
            },
          ]}
        />
      )}
      {fixed.map((one) => (
        <FixedLine key={one.property.name} at={at} property={one.property} />
      ))}
    </>
  );
}

type LineProps = { readonly at: string; readonly property: GrammarProperty; readonly kind: PropertyKind };

/** One property: its title, what it means, its input. */
function PropertyLine({ at, property, kind }: LineProps) {
  const id = useId();
  const { document } = useDesigning();
  const setProperty = useSetProperty(at);
  const { name, description } = property;
  const widget = useWidgetAt(at);
  const node = valueIn(document, at);
  const value = isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  const title = propertyTitle(document, parseKeyPath(pathBelow(at, name)) ?? []);
  if (kind === 'fixed') return null;
  if (name === 'props' && widget !== undefined) return <WidgetProps at={at} title={title} contract={widget} />;
  if (kind === 'group') return <GroupLine at={pathBelow(at, name)} title={title} />;
  return (
    <div className={kind === 'switch' ? 'designer-property designer-property-switch' : 'designer-property'}>
      <label htmlFor={id} title={description}>
        {title}
      </label>
      <PropertyInput
        id={id}
        kind={kind}
        at={at}
        property={property}
        value={value}
        onChange={(next) => setProperty(name, next)}
      />
    </div>
  );
}

/** Properties that belong together. */
function GroupLine({ at, title }: { readonly at: string; readonly title: string }) {
  const { grammar, document } = useDesigning();
  const part = grammarAt(grammar, document, at);
  const inner = part === undefined ? [] : propertiesOf(grammar, part);
  return (
    <fieldset className="designer-property-group">
      <legend>{title}</legend>
      {inner.map((property) => {
        const kind = kindOfProperty(property);
        return kind === undefined ? null : <PropertyLine key={property.name} at={at} property={property} kind={kind} />;
      })}
    </fieldset>
  );
}

/** A property that the product decides, and why. */
function FixedLine({ at, property }: Omit<LineProps, 'kind'>) {
  const t = useDesignText();
  const { document, titles } = useDesigning();
  const { name } = property;
  const path = parseKeyPath(pathBelow(at, name)) ?? [];
  const node = valueIn(document, at);
  const value = isJsonObject(node) ? node[name] : undefined;
  const key = `designer.fixed.${name}`;
  const reason = isDesignText(key) ? t(key) : t('designer.properties.fixed');
  return (
    <div className="designer-property designer-property-fixed">
      <span className="designer-property-title">
        {propertyTitle(document, path)}
        <Tooltip title={reason}>
          <LockOutlined tabIndex={0} role="img" aria-label={reason} />
        </Tooltip>
      </span>
      <span className="designer-property-value">{valueText(document, path, value, titles)}</span>
    </div>
  );
}
