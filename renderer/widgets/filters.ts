import type { ComponentType } from 'react'
import { DateTimeFilter } from './date-time/filter.tsx'
import type { FilterProps, FilterValue } from './filter-value.ts'
import { MonthFilter } from './month/filter.tsx'
import { NumberFilter } from './number/filter.tsx'
import { SelectFilter } from './select/filter.tsx'
import { TextFilter } from './text/filter.tsx'

/** The control that edits each kind of filter. */
export const filters: Readonly<Record<FilterValue['kind'], ComponentType<FilterProps>>> = {
  oneOf: SelectFilter,
  contains: TextFilter,
  range: NumberFilter,
  dates: DateTimeFilter,
  months: MonthFilter,
}
