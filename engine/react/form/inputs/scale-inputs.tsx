import { Rate, Slider } from 'antd';
import { kindOfValue } from '../../../model/fields/index.ts';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';

/** A number on a line from the least to the most that is allowed. */
export function SliderInput(props: InputProps) {
  const { min = 0, max = 100 } = props.field;
  const step = kindOfValue(props.field) === 'whole' ? 1 : (max - min) / 100;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={props.id} role="group" className="engine-slider">
      <Slider
        ariaLabelledByForHandle={`${props.id}-label`}
        min={min}
        max={max}
        step={step}
        value={typeof props.value === 'number' ? props.value : min}
        onChange={(value: number) => props.onChange(value)}
        onChangeComplete={props.onBlur}
        disabled={props.disabled}
      />
      <output className="engine-number">{typeof props.value === 'number' ? props.value : '—'}</output>
    </div>
  );
}

const maxStars = 10;

/** A number of stars, halves where the field takes them. */
export function RateInput(props: InputProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={props.id} role="group">
      <Rate
        count={Math.min(props.field.max ?? 5, maxStars)}
        allowHalf={kindOfValue(props.field) === 'fraction'}
        allowClear={!props.isRequired}
        value={typeof props.value === 'number' ? props.value : 0}
        onChange={(stars) => props.onChange(stars === 0 ? null : stars)}
        onBlur={props.onBlur}
        disabled={props.disabled}
      />
    </div>
  );
}
