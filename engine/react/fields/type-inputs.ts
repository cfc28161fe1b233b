import type { ComponentType } from 'react';
import type { FieldTypeName } from '../../model/fields/index.ts';
import { ColorInput } from './color/color-input.tsx';
import { JsonInput } from './data-renderer.tsx';
import { FileInput } from './file/file-input.tsx';
import { FilesInput } from './file/files-input.tsx';
import { HtmlInput } from './html/html-input.tsx';
import { BoolInput } from './plain/bool-input.tsx';
import { DayInput, MomentInput, MonthInput } from './plain/date-input.tsx';
import { EnumInput } from './plain/enum-renderer.tsx';
import { NumberInput } from './plain/number-renderer.tsx';
import { AreaInput, EmailInput, MobileInput, TextInput } from './plain/text-renderer.tsx';
import { RefInput } from './ref-renderer.tsx';
import type { InputProps } from './renderer/field-renderer.ts';

/** What a value of each type is filled in with; apart from the renderers, since lists do without. */
export const typeInputs: Readonly<Record<FieldTypeName, ComponentType<InputProps>>> = {
  string: TextInput,
  mobile: MobileInput,
  idcard: TextInput,
  email: EmailInput,
  url: TextInput,
  color: ColorInput,
  text: AreaInput,
  html: HtmlInput,
  int: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  bool: BoolInput,
  date: DayInput,
  month: MonthInput,
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
