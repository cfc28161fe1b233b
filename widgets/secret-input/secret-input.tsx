import { Input } from 'antd';
import type { WidgetProps } from '../../engine/react/index.ts';

/** Takes a secret that is written and never shown: hidden as it is typed, and no browser offers to fill in or keep it. */
export function SecretInput({ input }: WidgetProps) {
  if (input === undefined) return null;
  return (
    <Input.Password
      id={input.id}
      disabled={input.disabled}
      autoComplete="new-password"
      maxLength={64}
      value={typeof input.value === 'string' ? input.value : ''}
      onChange={(event) => input.onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}
