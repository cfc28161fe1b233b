import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & { readonly danger?: boolean };

/**
 * A button in a row, looking like a link. There are some in every row, so it is the browser's own: one of antd takes as
 * long to draw as the other cells of its row.
 */
export function RowButton({ danger = false, className, ...button }: Props) {
  const classes = ['engine-row-button', danger ? 'engine-row-button-danger' : '', className ?? ''];
  return <button type="button" {...button} className={classes.filter((one) => one !== '').join(' ')} />;
}
