import { paths } from '~/paths'

interface Tab {
  label: string
  /** Text for an empty list. */
  empty: string
  /** The heading of the date that the tab is ordered by; null when there is none. */
  date: string | null
}

/**
 * Tabs of the issued cheques, in the order of their states. The database decides which cheque is in
 * which tab.
 */
export const ISSUED_TABS = {
  to_print: {
    label: 'To print',
    empty: 'No cheques to print.',
    date: 'Cheque date',
  },
  to_release: {
    label: 'To release',
    empty: 'No cheques to release.',
    date: 'Cheque date',
  },
  outstanding: {
    label: 'Outstanding',
    empty: 'No outstanding cheques.',
    date: 'Cheque date',
  },
  old: {
    label: 'Stale-dated',
    empty: 'No released cheques older than six months.',
    date: 'Cheque date',
  },
  cleared: { label: 'Cleared', empty: 'Cleared cheques are listed here.', date: 'Cleared' },
  void: {
    label: 'Void',
    empty: 'Spoiled, misprinted and stopped cheques are listed here.',
    date: 'Voided',
  },
  stale: {
    label: 'Marked stale',
    empty: 'Cheques recorded as stale are listed here.',
    date: 'Stale',
  },
  blank: {
    label: 'Not printed',
    empty: 'No blank cheques left. Add the next cheque book.',
    date: null,
  },
} as const satisfies Record<string, Tab>

export type IssuedTab = keyof typeof ISSUED_TABS

/** Returns the tab in an address. */
export function readIssuedTab(search: URLSearchParams): IssuedTab {
  const tab = search.get('tab')
  return tab !== null && Object.hasOwn(ISSUED_TABS, tab) ? (tab as IssuedTab) : 'to_print'
}

/** Returns the address of a tab. */
export const issuedTabAt = (tab: IssuedTab) => `${paths.expenses.cheques}?tab=${tab}`

/** The tabs with cheques that the bank may have paid. */
export const CLEARABLE: readonly IssuedTab[] = ['outstanding', 'old']
