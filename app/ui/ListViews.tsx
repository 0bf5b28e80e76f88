import { useLocation, useSearchParams } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { chosenColumns } from '~/platform/request/list-columns'

/** Filters, order and columns of a list that somebody saved under a name. */
interface ListView {
  id: string
  name: string
  /** The query of its address. */
  search: string
  shared: boolean
  /** True for the reader's own, which can be removed. */
  mine: boolean
}

/** The views of a list or report, and the columns that the reader has arranged. */
export interface SavedOfList {
  views: ListView[]
  /** The columns that the reader has arranged for the list; null for its own. */
  columns: string | null
}

interface Views {
  project: string
  idempotencyKey: string
  /** The saved views and columns of lists and reports, by their address. */
  lists: Record<string, SavedOfList>
}

const Context = createContext<Views | null>(null)

/** Hands what people saved of lists to the lists: their views and their columns. */
export const ListViewsProvider = Context.Provider

const NOTHING: SavedOfList = { views: [], columns: null }

/** Returns what is saved of the list at this address, and the fields that a form about it sends. */
export function useListViews() {
  const found = useContext(Context)
  const { pathname } = useLocation()
  return {
    ...(found?.lists[pathname] ?? NOTHING),
    project: found?.project ?? '',
    idempotencyKey: found?.idempotencyKey ?? '',
  }
}

/** Returns how the columns of the list at this address stand: as the address says, else as the reader has arranged them. */
export function useColumns(): { text: string | null; show: string[] } {
  const [search] = useSearchParams()
  const { columns } = useListViews()
  const { text, show } = chosenColumns(search)
  return { text: text ?? columns, show }
}
