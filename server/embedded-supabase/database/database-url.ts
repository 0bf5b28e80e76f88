/**
 * Reads DATABASE_URL. Its parameter `pgbouncer=true` is for us and not for PostgreSQL: a pooler in transaction mode
 * stands between, which gives each transaction another connection. Nothing may then be kept on one.
 */
export function readDatabaseUrl(address: string): { url: string; pooled: boolean } {
  const url = new URL(address)
  const pooled = url.searchParams.get('pgbouncer') === 'true'
  if (!url.searchParams.has('pgbouncer')) return { url: address, pooled }
  url.searchParams.delete('pgbouncer')
  return { url: url.href, pooled }
}
