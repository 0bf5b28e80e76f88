import { useLiveQuery } from 'dexie-react-hooks'
import { PARTS } from '~/platform/field/copy'
import { useData } from '../data/database'
import { AsOf } from '../ui/AsOf'
import { Button, Section } from '../ui/controls'

/** Says what of the company is on this phone, and how old it is. */
export function CopyState() {
  const { db, progress, sync } = useData()
  const found = useLiveQuery(
    async () => ({
      ready: await db.fact('ready'),
      counts: await Promise.all(PARTS.map((part) => db[part].count())),
    }),
    [db],
  )
  if (!found) return null
  const { ready, counts } = found
  const [customers, products] = counts
  const working = progress === 'working'
  return (
    <Section title="On this phone">
      <p role="status">
        {ready ? (
          <>
            <b>Ready</b>: {customers} customers, {products} products, <AsOf />
          </>
        ) : working ? (
          `Downloading: ${customers} customers, ${products} products so far.`
        ) : (
          'The download is not complete. It continues where it stopped.'
        )}
      </p>
      {progress === 'offline' ? (
        <p className="text-muted">The office cannot be reached at the moment.</p>
      ) : null}
      {typeof progress === 'object' ? (
        <p role="alert" className="text-danger">
          {progress.refused}
        </p>
      ) : null}
      <Button wide className="mt-2" aria-disabled={working || undefined} onClick={sync}>
        {working ? 'Refreshing…' : 'Refresh'}
      </Button>
    </Section>
  )
}
