import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeArchive } from '../../scripts/release/archive.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer } from '../../tools/server-process.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-release-'))
afterAll(() => rmSync(shelf, { recursive: true, force: true }))

it('the archive of a release runs with Node alone, from its first start to a restored backup', {
  timeout: 300_000,
}, async () => {
  const archive = makeArchive(shelf)
  execFileSync('tar', ['-xzf', archive, '-C', shelf])
  const installed = archive.replace('.tar.gz', '')
  const data = path.join(shelf, 'data')
  // Nothing above it has packages, so that it cannot borrow any.
  expect(existsSync(path.join(shelf, 'node_modules'))).toBe(false)
  for (const name of ['vite', 'vitest', 'playwright', 'tsx', 'supabase'])
    expect(readdirSync(path.join(installed, 'node_modules'))).not.toContain(name)
  /** Runs a command of the installation. */
  const command = (name: string, args: string[], folder = data) =>
    execFileSync(process.execPath, [`build/http/${name}.js`, ...args], {
      cwd: installed,
      env: { NODE_ENV: 'production', KALAKAL_DATA_DIR: folder },
      encoding: 'utf8',
    })

  const server = await openServer(data, {}, installed)
  const said = command('admin-create', ['--email', 'admin@example.com'])
  const password = /this once:\s+(\S+)/.exec(said)?.[1]
  expect(password, said).toBeDefined()
  const admin = new HttpClient(server.origin)
  expect((await admin.signIn('admin@example.com', password)).status).toBe(302)
  const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  const page = await (await admin.get('/admin-system')).text()
  expect(page).toContain(`>${version}<`)
  const [script] = /\/assets\/[^"]+\.js/.exec(page)!
  expect((await fetch(server.origin + script)).status).toBe(200)
  command('backup', [path.join(shelf, 'kept')])
  expect(await server.stop()).toBe(0)

  const restored = path.join(shelf, 'restored')
  command('restore', [path.join(shelf, 'kept')], restored)
  const again = await openServer(restored, {}, installed)
  expect((await new HttpClient(again.origin).signIn('admin@example.com', password)).status).toBe(
    302,
  )
  expect(await again.stop()).toBe(0)
})
