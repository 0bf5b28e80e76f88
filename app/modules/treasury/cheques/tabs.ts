import { paths } from '~/paths'

interface Tab {
  label: string
  /** The text of an empty list. */
  empty: string
  /** The heading of the date that sorts the tab. */
  date: string
}

/**
 * The tabs of the register, in the order of a treasurer's work. The database decides which cheque
 * is under which tab.
 */
export const TABS = {
  due: {
    label: 'To deposit',
    empty: 'No cheque on hand may be deposited today.',
    date: 'Cheque date',
  },
  late: {
    label: 'Date passed',
    empty: 'Every cheque whose date has passed is at the bank.',
    date: 'Cheque date',
  },
  deposited: {
    label: 'Not confirmed',
    empty: 'No cheque waits for the bank’s word.',
    date: 'Deposited',
  },
  returned: {
    label: 'Returned',
    empty: 'No returned cheque waits for its money.',
    date: 'Returned',
  },
  cleared: {
    label: 'Cleared',
    empty: 'What the bank has confirmed shows up here, per invoice that it paid.',
    date: 'Cleared',
  },
  upcoming: {
    label: 'Post-dated',
    empty: 'No cheque on hand has a later date.',
    date: 'Cheque date',
  },
  replaced: {
    label: 'Replaced',
    empty: 'Cheques that customers took back for other money show up here.',
    date: 'Replaced',
  },
} as const satisfies Record<string, Tab>

export type TabName = keyof typeof TABS

/** Returns the tab that an address asks for; "To deposit" by default. */
export function readTab(search: URLSearchParams): TabName {
  const tab = search.get('tab')
  return tab !== null && Object.hasOwn(TABS, tab) ? (tab as TabName) : 'due'
}

/** Returns the address of a tab. */
export const tabAt = (tab: TabName) => `${paths.treasury.cheques}?tab=${tab}`

/** The tabs whose cheques can be deposited, returned or replaced. */
export const DEPOSITABLE: readonly TabName[] = ['due', 'late', 'returned']
export const RETURNABLE: readonly TabName[] = ['deposited', 'cleared']
export const REPLACEABLE: readonly TabName[] = ['due', 'late', 'upcoming', 'returned']
