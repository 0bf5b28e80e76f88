import { paths } from '~/paths'

/** A key, and what it does. */
export type KeyHelp = readonly [keys: string, does: string]

interface PageHelp {
  /** The beginnings of the addresses of these pages. */
  at: readonly string[]
  /** The sections of the glossary with the words of these pages. */
  sections: readonly string[]
  keys?: readonly KeyHelp[]
}

const EVERYWHERE: readonly KeyHelp[] = [
  ['?', 'opens this help'],
  ['Ctrl K', 'finds any screen or document'],
  ['Esc', 'closes a dialog or a list of choices'],
]

const LISTS: readonly KeyHelp[] = [
  ['/', 'goes to the search box of a list'],
  ['↑ ↓', 'move between rows'],
  ['Enter', 'opens the row'],
  ['Space', 'selects the row, where rows can be selected'],
]

const FORMS: readonly KeyHelp[] = [
  ['Enter', 'goes on to the next field, or picks a choice'],
  ['Ctrl Enter', 'saves from any field'],
  ['Ctrl Shift Enter', 'saves, and begins a new one where there is “Save and new”'],
]

const SALES = 'Sales and customers'
const STOCK = 'Stock and purchasing'
const RECEIVABLES = 'Receivables and collections'
const TREASURY = 'Treasury, cheques and expenses'
const REPORTS = 'Reports'
const ACCESS = 'Access and technology'

/** The help of pages by their address: the first that fits counts. */
const PAGES: readonly PageHelp[] = [
  {
    at: [paths.inbox.list],
    sections: [SALES, RECEIVABLES],
    keys: [
      ['J K', 'move between documents'],
      ['A', 'approves the document'],
      ['R', 'rejects the document'],
    ],
  },
  { at: [paths.sales.index, paths.customers.index], sections: [SALES] },
  { at: [paths.memos.list], sections: [RECEIVABLES, SALES] },
  { at: [paths.inventory.index, paths.warehouse.index, paths.imports.list], sections: [STOCK] },
  { at: [paths.treasury.index], sections: [RECEIVABLES, TREASURY] },
  { at: [paths.expenses.index], sections: [TREASURY] },
  { at: ['/admin-', '/project/', paths.settings.page], sections: [ACCESS] },
  { at: ['/reports', '/audit', '/verify-books', '/journal'], sections: [REPORTS, RECEIVABLES] },
]

/** The help of a page that has none of its own, such as Home. */
const OTHERS: PageHelp = { at: [], sections: [SALES, RECEIVABLES] }

/** Returns the keys of a page and the sections of the glossary with its words. */
export function helpOf(pathname: string): { keys: KeyHelp[]; sections: readonly string[] } {
  const page = pathname.toLowerCase()
  const found = PAGES.find(({ at }) => at.some((begin) => page.startsWith(begin)))
  const { sections, keys = [] } = found ?? OTHERS
  return { keys: [...EVERYWHERE, ...LISTS, ...FORMS, ...keys], sections }
}
