import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'

/** Search terms that match one device or a few, e.g. parts of serial numbers. */
export const SELECTIVE_TERMS = [
  '0499127',
  '-0731245',
  '1432-00',
  '2207-0',
  '900-0123',
  'X4-0123-',
  '31-08812',
  '0777777',
  '55512',
  '0000042',
]
/** Search terms that match a large part of all devices. */
export const BROAD_TERMS = ['SDX', 'rack', '21.4', '22.', '400', 'Stock']
/** Search terms of one and two characters. */
export const SHORT_TERMS = ['s', 'sd', '22', 'x', 'r', 'q', 'zz', '7']

/** The filter that the search field of the console makes of a term. */
export const search = (term: string): string => searchFilter(entitySchemas.appliance['x-search'], term) ?? ''
