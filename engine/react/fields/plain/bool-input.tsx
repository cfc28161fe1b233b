import { Switch } from 'antd';
import type { InputProps } from '../renderer/field-renderer.ts';

/** A switch. */
export function BoolInput(props: InputProps) {
  return (
    <span>
      <Switch id={props.id} checked={props.value === true} onChange={props.onChange} disabled={props.disabled} />
    </span>
  );
}
