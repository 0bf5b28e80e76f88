import { execFile } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import bcrypt from 'bcryptjs'
import postgres from 'postgres'
import { copyTemplate, type Template } from '../../../scripts/verify/test-databases.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { openServer } from '../../../tools/server-process.ts'
import { startGateway } from './gateway.ts'
import { makeKeys, type SigningKeys } from './keys.ts'
import { type HostedProject, MIGRATED } from './project.ts'

/** The demo companies in a hosted project, and what its services sign with. */
export interface HostedDemo {
  demo: Template & { cluster: string }
  keys: SigningKeys
}

/** Loads the demo companies through the API of the hosted project, as `npm run demo` does. */
export async function loadHostedDemo(
  { url: cluster, postgrest }: HostedProject,
  folder: string,
): Promise<HostedDemo> {
  const keys = await makeKeys()
  const name = 'hosted_demo'
  const database = await copyTemplate(cluster, MIGRATED, name)
  mkdirSync(folder)
  const gateway = await startGateway({ database, postgrest, keys, folder })
  const args = ['node_modules/tsx/dist/cli.mjs', 'scripts/demo/index.ts']
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: '', ...gateway.env },
  }).finally(gateway.stop)
  const owner = postgres(database, { max: 1, onnotice: () => {} })
  // Compared in a millisecond instead of a tenth of a second: the suites sign in many hundred times.
  await owner`update auth.users set encrypted_password = ${bcrypt.hashSync(DEMO_PASSWORD, 4)}`
  await owner.unsafe('vacuum analyze')
  await owner.end()
  return { demo: { cluster, database: name, files: folder }, keys }
}

/** Starts the built web server against a hosted project of its own; it has this place among those of a run. */
export async function startHostedWeb(
  { demo, keys }: HostedDemo,
  postgrest: string,
  number: number,
  folder: string,
) {
  const name = `hosted_web_${number}`
  cpSync(demo.files, folder, { recursive: true })
  const database = await copyTemplate(demo.cluster, demo.database, name)
  const gateway = await startGateway({ database, postgrest, keys, folder })
  const server = await openServer(folder, {
    ...gateway.env,
    KALAKAL_PUBLIC_API: '1',
  })
  const warm = {
    origin: server.origin,
    folder,
    demo,
    database: name,
    gateway: gateway.url,
  }
  const stop = async () => {
    await server.stop()
    await gateway.stop()
  }
  return { warm, stop }
}
