import { Input } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import type { InputProps } from '../renderer/field-renderer.ts';
import { ColorSwatch, isColor } from './color-renderer.tsx';

/** A colour, typed or chosen from the palette of the browser; how it will be read stands beside it. */
export function ColorInput({ id, value, onChange, onBlur, disabled, placeholder }: InputProps) {
  const t = useText();
  const typed = typeof value === 'string' ? value : '';
  return (
    <span className="engine-color-input">
      <Input
        id={id}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={disabled}
        placeholder={placeholder ?? '#1890ff'}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
      />
      <input
        type="color"
        // The palette itself knows no empty colour: it shows black.
        className={isColor(typed) ? 'engine-color-palette' : 'engine-color-palette engine-color-none'}
        aria-label={t('engine.color.palette')}
        value={isColor(typed) ? typed.toLowerCase() : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={disabled}
      />
      {isColor(typed) ? <ColorSwatch color={typed} /> : null}
    </span>
  );
}
