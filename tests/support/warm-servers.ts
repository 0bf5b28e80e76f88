import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyTemplate, type Template } from '../../scripts/verify/test-databases.ts'
import { openServer, type WebServer } from '../../tools/server-process.ts'

/** The demo companies in a PostgreSQL: a database that others are copied from, and the files beside it. */
export interface DemoTemplate extends Template {
  /** Address of the PostgreSQL, without a database. */
  cluster: string
}

/** A web server that one test file after another uses, each with a new database beneath it. */
export interface WarmServer extends WebServer {
  demo: DemoTemplate
  database: string
}

/** Starts the server that has this place among those of a run. */
export async function startWarm(demo: DemoTemplate, place: number, folder: string) {
  const database = `kalakal_web_${process.pid}_${place}`
  cpSync(demo.files, folder, { recursive: true })
  const url = await copyTemplate(demo.cluster, demo.database, database)
  const server = await openServer(folder, { DATABASE_URL: url })
  const warm: WarmServer = { origin: server.origin, folder, demo, database }
  return { warm, stop: server.stop }
}

/** What belongs to the process, not to the companies. */
const OF_THE_PROCESS = ['api.sock', 'secrets.json']

/**
 * Gives a warm server the demo companies as they were loaded; sessions and all else of the file before are gone.
 * It finds its connections cut, and makes new ones.
 */
export async function renew({ origin, folder, demo, database }: WarmServer): Promise<void> {
  await copyTemplate(demo.cluster, demo.database, database)
  for (const name of readdirSync(folder).filter((name) => !OF_THE_PROCESS.includes(name)))
    rmSync(path.join(folder, name), { recursive: true })
  cpSync(demo.files, folder, { recursive: true })
  for (const began = Date.now(); ; ) {
    const response = await fetch(`${origin}/health`)
    if (response.ok) return
    if (Date.now() - began > 30_000)
      throw new Error(`The server has not come back: ${await response.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
