import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { restore } from '../../scripts/backup/restore.ts'
import { migrationFiles } from '../../server/embedded-supabase/database/migrations.ts'
import { readEnv } from '../../server/env.ts'
import { freePort } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, spawnServer } from '../../tools/server-process.ts'
import { installedLater, LATER } from '../support/installed.ts'
import { markReleased } from '../support/released.ts'
import { copyOfDemo } from '../support/server.ts'
import { expectRightBooks } from '../support/upgrade.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-upgrade-'))
afterAll(() => rmSync(shelf, { recursive: true, force: true }))

/** Starts a program that has to refuse. @returns what it says. */
async function refused(folder: string, program = process.cwd()): Promise<string> {
  const { ended, output } = spawnServer(folder, await freePort(), {}, program)
  expect(await ended).toBe(1)
  expect(output()).not.toMatch(/\n\s+at /)
  return output()
}

const owner = { email: 'owner@demo.test', password: DEMO_PASSWORD }

it('an embedded company is upgraded after a backup, refuses to go back, and is restored for it', {
  timeout: 240_000,
}, async () => {
  const folder = copyOfDemo()
  const newer = await installedLater(path.join(shelf, 'newer'), {
    tables: 'alter table public.payees add column note text;',
  })
  try {
    await markReleased(folder)
    // A migration that fails leaves the company as it was.
    const broken = await installedLater(path.join(shelf, 'broken'), { tables: 'select 1 / 0;' })
    expect(await refused(folder, broken)).toContain(
      `The upgrade by ${LATER} failed: division by zero`,
    )

    // The next start removes the part of a backup that a killed one left.
    mkdirSync(path.join(folder, 'backups', 'killed.part'))

    const upgraded = await openServer(folder, {}, newer)
    expect(upgraded.output()).toContain(`applying ${LATER}`)
    expect(await (await fetch(`${upgraded.origin}/health`)).json()).toMatchObject({
      pending: 0,
      latest: '29990101000001',
    })
    await expectRightBooks(upgraded.origin, owner)
    const admin = await HttpClient.signedIn(upgraded.origin, 'admin@demo.test')
    const page = await (await admin.get('/admin-system')).text()
    expect(page).toMatch(/>29990101000001<.*>later</s)
    for (const name of readdirSync(path.join(folder, 'backups'))) expect(page).toContain(name)
    expect(await upgraded.stop()).toBe(0)

    // The start that failed made a backup first, which the other one takes too, and the log names it.
    const kept = readdirSync(path.join(folder, 'backups'))
    expect(kept).toHaveLength(1)
    const backup = path.join(folder, 'backups', kept[0]!)
    expect(upgraded.output()).toContain(`the backup ${backup} is made`)

    expect(await refused(folder)).toContain('The database is newer than this program')
    const back = path.join(shelf, 'back')
    await restore(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: back }), backup)
    const older = await openServer(back)
    expect(older.output()).not.toContain('Upgrade')
    await expectRightBooks(older.origin, owner)
    expect(await older.stop()).toBe(0)

    const other = await installedLater(path.join(shelf, 'other'), { tables: '' })
    const [baseline] = migrationFiles(path.join(other, 'supabase/migrations'))
    writeFileSync(path.join(other, 'supabase/migrations', baseline!), '-- Not what was applied.\n')
    expect(await refused(back, other)).toContain(
      `Migration ${baseline} is not the one that was applied to this database by version`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
