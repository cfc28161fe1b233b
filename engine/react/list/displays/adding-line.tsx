import type { ReactNode } from 'react';
import type { LinePlace } from '../table/table-body.tsx';
import { tableRoles } from '../table/table-roles.ts';

type AddingLineProps = { readonly at: LinePlace; readonly children: ReactNode };

/** The line of a tree in which nodes are added: over all columns, in sight while these go by. */
export function AddingLine({ at: { place, gap }, children }: AddingLineProps) {
  return (
    <tr
      {...tableRoles.row}
      aria-rowindex={place + 2}
      className="engine-tr engine-tree-add-line"
      style={gap === 0 ? undefined : { marginTop: gap }}
    >
      <td {...tableRoles.cell} className="engine-td" style={{ gridColumn: '1 / -1' }}>
        {children}
      </td>
    </tr>
  );
}
