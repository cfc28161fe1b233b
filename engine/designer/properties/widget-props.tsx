import { useId } from 'react';
import { isJsonObject } from '../../model/json/index.ts';
import type { WidgetContract } from '../../model/widget/index.ts';
import { pathBelow, valueIn } from '../document/edits.ts';
import type { GrammarProperty } from '../grammar/grammar.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { PropertyInput, useSetProperty } from './property-input.tsx';
import { kindOfProperty } from './property-kind.ts';
import { markOfProperty } from './property-place.ts';

/** The contract of the widget that a node puts in its place; undefined where it puts none, or one that takes nothing. */
export function useWidgetAt(at: string): WidgetContract | undefined {
  const { widgets } = useDesigning();
  const name = useDesignState(({ drawn }) => valueIn(drawn.document, pathBelow(at, 'widget')));
  return widgets.find((one) => one.name === name && propertiesOfWidget(one).length > 0);
}

type Props = { readonly at: string; readonly title: string; readonly contract: WidgetContract };

/** What a widget can be told, as its contract says it. */
export function WidgetProps({ at, title, contract }: Props) {
  const setProperty = useSetProperty(at);
  const given = useDesignState(({ drawn }) => valueIn(drawn.document, pathBelow(at, 'props')));
  const props = isJsonObject(given) ? given : {};
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = props;
    const next = value === undefined ? others : { ...others, [name]: value };
    setProperty('props', Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset className="designer-property-group">
      <legend>{title}</legend>
      {propertiesOfWidget(contract).map((property) => (
        <WidgetProp
          key={property.name}
          at={pathBelow(at, 'props')}
          property={property}
          value={props[property.name]}
          onChange={(value) => set(property.name, value)}
        />
      ))}
    </fieldset>
  );
}

type PropProps = {
  readonly at: string;
  readonly property: GrammarProperty;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

function WidgetProp({ at, property, value, onChange }: PropProps) {
  const id = useId();
  const { name, schema, description } = property;
  const kind = kindOfProperty(property);
  const title = typeof schema.title === 'string' ? schema.title : (description ?? name);
  return (
    <div className="designer-property" {...markOfProperty(pathBelow(at, name))}>
      <label htmlFor={id} title={description}>
        {title}
      </label>
      <PropertyInput
        id={id}
        kind={kind === undefined || kind === 'fixed' || kind === 'group' ? 'json' : kind}
        at={at}
        property={property}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

function propertiesOfWidget({ propsSchema }: WidgetContract): readonly GrammarProperty[] {
  const { properties, required } = propsSchema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [];
    const words = typeof schema.description === 'string' ? { description: schema.description } : {};
    return [{ name, schema, defined: [], isRequired: needed.includes(name), ...words }];
  });
}
