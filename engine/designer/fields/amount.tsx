import { InputNumber } from 'antd';

type AmountProps = {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: number | null) => void;
};

/** A number of at least one; nothing where none is said. */
export function Amount({ label, value, onChange }: AmountProps) {
  return (
    <InputNumber
      aria-label={label}
      min={1}
      value={typeof value === 'number' ? value : null}
      onChange={(given) => onChange(typeof given === 'number' ? given : null)}
    />
  );
}
