import type { ComponentType } from 'react';
import type { EntityField } from '../../model/index.ts';
import { BoolInput } from './bool-input.tsx';
import { JsonInput } from './data-renderer.tsx';
import { DayInput, MomentInput } from './date-input.tsx';
import { EnumInput } from './enum-renderer.tsx';
import { FileInput } from './file/file-input.tsx';
import { FilesInput } from './file/files-input.tsx';
import { NumberInput } from './number-renderer.tsx';
import { RefInput } from './ref-renderer.tsx';
import type { InputProps } from './renderer/field-renderer.ts';
import { AreaInput, TextInput } from './text-renderer.tsx';

/** What a value of each type is filled in with; apart from the renderers, since lists do without. */
export const typeInputs: Readonly<Record<EntityField['type'], ComponentType<InputProps>>> = {
  string: TextInput,
  mobile: TextInput,
  idcard: TextInput,
  email: TextInput,
  url: TextInput,
  text: AreaInput,
  html: AreaInput,
  int: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  bool: BoolInput,
  date: DayInput,
  datetime: MomentInput,
  enum: EnumInput,
  ref: RefInput,
  refs: RefInput,
  json: JsonInput,
  file: FileInput,
  image: FileInput,
  files: FilesInput,
  images: FilesInput,
};
