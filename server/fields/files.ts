import { fileListType } from './kind/file-list-type.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

export const files: ServerFieldType = fileListType;
