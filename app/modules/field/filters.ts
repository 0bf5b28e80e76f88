import { paths } from '~/paths'
import { BY_SORT_KEY, type Paging } from '~/platform/db/keyset'
import { readSearchParams } from '~/platform/request/search-params'
import { ACT_KINDS } from './labels'

const FIELD_TABS = ['phones', 'waiting', 'acts', 'refused'] as const

export type FieldTab = (typeof FIELD_TABS)[number]

/** Reads the tab of an address: the phones, the acts that wait for the office, all acts, or the refused ones. */
export const readFieldTab = (url: string): FieldTab =>
  readSearchParams(url).word('tab', FIELD_TABS) ?? 'phones'

/** The address of a tab. */
export const fieldTabAt = (tab: FieldTab) =>
  tab === 'phones' ? paths.field.control : `${paths.field.control}?tab=${tab}`

/** The pages of the acts: those that arrived last first. */
export const ACT_PAGING: Paging = { ...BY_SORT_KEY, descending: true }

export interface ActFilters {
  state: string | null
  kind: string | null
  user_id: string | null
  from: string | null
  to: string | null
}

/** Reads the filters of the acts from an address; the tabs of one state have its acts alone. */
export function readActFilters(url: string): ActFilters {
  const searchParams = readSearchParams(url)
  const tab = readFieldTab(url)
  return {
    state:
      tab === 'refused' || tab === 'waiting'
        ? tab
        : searchParams.word('state', ['accepted', 'waiting', 'refused', 'withdrawn']),
    kind: searchParams.option('kind', ACT_KINDS),
    user_id: searchParams.id('person'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

export interface PhoneFilters {
  search: string | null
  /** Phones with acts that the office does not have. */
  waiting: boolean
  locked: boolean
}

/** Reads the filters of the phones from an address. */
export function readPhoneFilters(url: string): PhoneFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    waiting: searchParams.yes('waiting'),
    locked: searchParams.yes('locked'),
  }
}
