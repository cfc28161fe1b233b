import antd from 'antd/es/locale/pt_BR';
import 'dayjs/locale/pt-br';
import errors from './errors.pt-BR.json';
import type { OwnParts } from './language-parts.ts';
import texts from './pt-BR.json';

/** What pt-BR brings. */
export const parts: OwnParts = { antd, calendar: 'pt-br', texts: { ...errors, ...texts } };
