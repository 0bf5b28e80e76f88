import { idOf, isId } from '~/platform/ids'

/** Search and agent out of an address; nonsense counts as not there. */
export function readTransferFilters(url: string): {
  search: string | null
  agentId: string | null
} {
  const search = new URL(url).searchParams
  const agent = search.get('agent') ?? ''
  return { search: search.get('q')?.trim() || null, agentId: idOf(agent) }
}

/** The customers named in an address, for a preview without a form. */
export function customersIn(url: string): string[] {
  return new URL(url).searchParams.getAll('customer').filter((id) => isId(id))
}
