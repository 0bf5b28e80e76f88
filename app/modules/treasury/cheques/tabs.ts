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
export const RECEIVED_TABS = {
  due: {
    label: 'To deposit',
    empty: 'No cheques to deposit today.',
    date: 'Cheque date',
  },
  late: {
    label: 'Overdue for deposit',
    empty: 'No cheques past their deposit date.',
    date: 'Cheque date',
  },
  deposited: {
    label: 'Deposited',
    empty: 'No deposited cheques awaiting clearing.',
    date: 'Deposited',
  },
  returned: {
    label: 'Returned',
    empty: 'No returned cheques to collect.',
    date: 'Returned',
  },
  cleared: {
    label: 'Cleared',
    empty: 'Cleared cheques are listed here by invoice paid.',
    date: 'Cleared',
  },
  upcoming: {
    label: 'Post-dated',
    empty: 'No post-dated cheques on hand.',
    date: 'Cheque date',
  },
  replaced: {
    label: 'Replaced',
    empty: 'Replaced cheques are listed here.',
    date: 'Replaced',
  },
} as const satisfies Record<string, Tab>

export type ReceivedTab = keyof typeof RECEIVED_TABS

/** Returns the tab that an address asks for; "To deposit" by default. */
export function readReceivedTab(search: URLSearchParams): ReceivedTab {
  const tab = search.get('tab')
  return tab !== null && Object.hasOwn(RECEIVED_TABS, tab) ? (tab as ReceivedTab) : 'due'
}

/** Returns the address of a tab. */
export const receivedTabAt = (tab: ReceivedTab) => `${paths.treasury.cheques}?tab=${tab}`

/** The tabs whose cheques can be deposited, returned or replaced. */
export const DEPOSITABLE: readonly ReceivedTab[] = ['due', 'late', 'returned']
export const RETURNABLE: readonly ReceivedTab[] = ['deposited', 'cleared']
export const REPLACEABLE: readonly ReceivedTab[] = ['due', 'late', 'upcoming', 'returned']
