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
export const TABS = {
  to_print: {
    label: 'To print',
    empty: 'No voucher waits for its cheque.',
    date: 'Cheque date',
  },
  to_release: {
    label: 'To release',
    empty: 'No printed cheque waits for its voucher to be released.',
    date: 'Cheque date',
  },
  outstanding: {
    label: 'Outstanding',
    empty: 'The bank has paid every cheque that was released.',
    date: 'Cheque date',
  },
  old: {
    label: 'Past six months',
    empty: 'No released cheque is so old that banks refuse it.',
    date: 'Cheque date',
  },
  cleared: { label: 'Cleared', empty: 'What the bank has paid shows up here.', date: 'Cleared' },
  void: {
    label: 'Void',
    empty: 'Spoiled, wrongly printed and stopped cheques show up here.',
    date: 'Voided',
  },
  stale: {
    label: 'Stale',
    empty: 'Cheques that nobody cashed in time show up here.',
    date: 'Stale',
  },
  blank: {
    label: 'Unused',
    empty: 'No blank leaf is left: enter the next cheque book.',
    date: null,
  },
} as const satisfies Record<string, Tab>

export type TabName = keyof typeof TABS

/** Returns the tab in an address. */
export function readTab(search: URLSearchParams): TabName {
  const tab = search.get('tab')
  return tab !== null && Object.hasOwn(TABS, tab) ? (tab as TabName) : 'to_print'
}

/** Returns the address of a tab. */
export const tabAt = (tab: TabName) => `${paths.expenses.cheques}?tab=${tab}`

/** The tabs with cheques that the bank may have paid. */
export const CLEARABLE: readonly TabName[] = ['outstanding', 'old']
