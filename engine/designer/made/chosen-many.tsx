import { Button, Select } from 'antd';
import { useMadeText } from '../texts/use-made-text.ts';
import { Field } from './field.tsx';
import type { Offer } from './made-types.ts';

type Props = {
  readonly label: string;
  readonly offers: readonly Offer[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly help?: string;
};

/** Chooses some of what is offered, in the order in which it is chosen. */
export function ChosenMany({ label, offers, chosen, onChange, help }: Props) {
  const t = useMadeText();
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      <Select
        mode="multiple"
        aria-label={label}
        showSearch
        optionFilterProp="label"
        value={[...chosen]}
        options={offers.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(next: string[]) => onChange(next)}
      />
      <span>
        <Button type="link" size="small" onClick={() => onChange(offers.map(({ key }) => key))}>
          {t('designer.selectAll')}
        </Button>
        <Button type="link" size="small" onClick={() => onChange([])}>
          {t('designer.made.clear')}
        </Button>
      </span>
    </Field>
  );
}
