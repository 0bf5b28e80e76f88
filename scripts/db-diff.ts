import { writeFileSync } from 'node:fs'
import { startCluster } from '../tools/cluster.ts'
import { declaredState } from './schema/declared.ts'
import { deltaOf } from './schema/delta.ts'

const USAGE = 'Usage: npm run db:diff -- <name of the change, as payee_note>'

/** `npm run db:diff`: writes the migration that leads to the declared state in supabase/schemas. */
async function main(): Promise<void> {
  const name = process.argv[2] ?? ''
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(USAGE)
  const cluster = await startCluster()
  if (!cluster)
    throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  try {
    const { text, destructive } = await deltaOf(cluster.url, 'supabase/migrations', declaredState())
    if (text === null) {
      say('The migrations lead to the declared state already: nothing is written.')
      return
    }
    const file = `supabase/migrations/${numberOfNow()}_${name}.sql`
    writeFileSync(file, text)
    say(
      `${file} is written. Read it: a renamed column looks like one that is dropped and one that is new.`,
    )
    for (const sql of destructive) say(`It drops or loses: ${sql}`)
  } finally {
    cluster.stop()
  }
}

/** The number of a migration as the Supabase CLI gives it: the second, in UTC. */
const numberOfNow = () => new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)

const say = (text: string) => process.stdout.write(`${text}\n`)

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
