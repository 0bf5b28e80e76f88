import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { vi } from 'vitest'
import { freePort } from '../../tools/cluster.ts'

/** Starts a PgBouncer in transaction mode, with few connections, in front of a database. */
export async function startPgBouncer(databaseUrl: string) {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-pooler-'))
  const listens = await freePort()
  const settings = `
[databases]
* = host=${hostname} port=${port} user=${username}${password ? ` password=${password}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
auth_type = any
pool_mode = transaction
default_pool_size = 4
unix_socket_dir =
`
  writeFileSync(path.join(folder, 'pgbouncer.ini'), settings)
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  spawnSync('chmod', ['-R', 'a+rX', folder])
  const child = spawn('pgbouncer', [...asOther, path.join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  const url = `postgres://${username}@127.0.0.1:${listens}${pathname}`
  const probe = postgres(url, { max: 1, prepare: false, onnotice: () => {} })
  await vi.waitFor(() => probe`select 1`, { timeout: 5_000 })
  await probe.end()
  return {
    url: `${url}?pgbouncer=true`,
    stop: () => {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
