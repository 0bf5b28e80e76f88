import { existsSync } from 'node:fs'
import path from 'node:path'
import { today } from '../../../app/platform/values/dates.ts'
import { listens, socketIn } from '../../../server/api-socket.ts'
import { openBackend } from '../../../server/backend.ts'
import { type Env, readEnv } from '../../../server/env.ts'
import { takeFolder } from '../../../server/folder-lock.ts'
import { progressBar } from '../../../tools/progress.ts'
import {
  inEmbedded,
  inPostgres,
  type Side,
  withEmbedded,
  withPostgresOf,
} from '../../move/sides.ts'
import { loadDemo } from '../load.ts'
import { playMorning, prepareCompanies } from './load.ts'
import { loadRows } from './rows.ts'

/**
 * `npm run demo` loads the demo companies: two years of trade as rows, and today's by commands. Rows are written as the owner of the
 * database. Into a running embedded server, or a Supabase, it loads the short demo, which commands make alone.
 */
async function main(): Promise<void> {
  const env = readEnv()
  const isEmbedded = !env.SUPABASE_URL && !env.DATABASE_URL
  if (isEmbedded && existsSync(path.join(env.KALAKAL_DATA_DIR ?? '', 'demo'))) {
    console.log('The demo companies are there already.')
    return
  }
  const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`
  const open = () => openBackend(env, { origin, as: 'tool' })
  const started = performance.now()
  const work = await ownerOf(env)
  if (!work) {
    const backend = await open()
    try {
      await loadDemo(backend, progressBar(process.stdout))
    } finally {
      await backend.close()
    }
  } else {
    const show = progressBar(process.stdout)
    show(1, 5, 'people')
    const people = await using(await open(), prepareCompanies)
    show(2, 5, 'two years')
    const day = await work((side) => loadRows(side, people, today('Asia/Manila')))
    show(4, 5, 'today')
    await using(await open(), (backend) => playMorning(backend, people, day))
    show(5, 5, 'done')
  }
  console.log(
    `The demo companies are loaded (${((performance.now() - started) / 1000).toFixed(1)} s).`,
  )
}

type Work = <T>(load: (side: Side) => Promise<T>) => Promise<T>

/** Returns what runs work as the owner of the database in one transaction; null where nobody here is its owner. */
async function ownerOf(env: Env): Promise<Work | null> {
  const { SUPABASE_URL, DATABASE_URL, KALAKAL_DATA_DIR: folder } = env
  if (SUPABASE_URL) return null
  if (DATABASE_URL) return (load) => withPostgresOf(DATABASE_URL, (side) => inPostgres(side, load))
  if (!folder || (await listens(socketIn(folder)))) return null
  return async (load) => {
    const unlock = await takeFolder(folder)
    try {
      return await withEmbedded(folder, (driver) => inEmbedded(driver, load))
    } finally {
      unlock()
    }
  }
}

async function using<B extends { close(): Promise<void> }, T>(
  backend: B,
  work: (backend: B) => Promise<T>,
): Promise<T> {
  try {
    return await work(backend)
  } finally {
    await backend.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
