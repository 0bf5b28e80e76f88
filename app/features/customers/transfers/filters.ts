const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Search and agent out of an address; nonsense counts as not there. */
export function readTransferFilters(url: string): {
  search: string | null
  agentId: string | null
} {
  const search = new URL(url).searchParams
  const agent = search.get('agent') ?? ''
  return { search: search.get('q')?.trim() || null, agentId: UUID.test(agent) ? agent : null }
}

/** The customers named in an address, for a preview without a form. */
export function customersIn(url: string): string[] {
  return new URL(url).searchParams.getAll('customer').filter((id) => UUID.test(id))
}
