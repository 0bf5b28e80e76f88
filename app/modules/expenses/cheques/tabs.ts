import { paths } from '~/paths'

interface Tab {
  label: string
  /** What an empty list means. */
  empty: string
  /** Heading of the date that the tab is ordered by; null where there is none. */
  date: string | null
}

/** Questions about the company's own cheques, in the order of their life. The database decides what stands where. */
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

/** The tab that an address asks for. */
export function readTab(search: URLSearchParams): TabName {
  const asked = search.get('tab')
  return asked !== null && Object.hasOwn(TABS, asked) ? (asked as TabName) : 'to_print'
}

/** Address of a tab. */
export const tabAt = (tab: TabName) => `${paths.expenses.cheques}?tab=${tab}`

/** Tabs of cheques that the bank may have paid. */
export const CLEARABLE: readonly TabName[] = ['outstanding', 'old']
