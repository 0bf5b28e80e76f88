import { readSearchParams } from '~/platform/request/search-params'

export interface BookletFilters {
  search: string | null
  /** With those that were taken back. */
  returned: boolean
}

/** Reads the filters of the booklets from an address. */
export function readBookletFilters(url: string): BookletFilters {
  const searchParams = readSearchParams(url)
  return { search: searchParams.text('q'), returned: searchParams.yes('returned') }
}
