import { Select } from 'antd';
import { Field } from './field.tsx';
import type { Offer } from './made-types.ts';

type Props = {
  readonly label: string;
  readonly offers: readonly Offer[];
  readonly chosen: string | undefined;
  readonly onChange: (chosen: string | undefined) => void;
  readonly help: string;
  /** Whether there must be one. */
  readonly isNeeded?: true;
};

/** Chooses one of what is offered, or none where there need be none. */
export function ChosenOne({ label, offers, chosen, onChange, help, isNeeded }: Props) {
  return (
    <Field label={label} help={help}>
      <Select
        allowClear={isNeeded !== true}
        showSearch
        aria-label={label}
        optionFilterProp="label"
        value={chosen ?? null}
        options={offers.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
      />
    </Field>
  );
}
