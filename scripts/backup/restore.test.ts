import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BACKUP_FORMAT,
  databaseFilesOf,
  filesOf,
  type Manifest,
  readManifest,
  requireWhole,
  writeManifest,
} from '../../server/backup-manifest.ts'
import { LAST_OF_VERSION_1 } from '../../server/embedded-supabase/database/migrations.ts'
import { readEnv } from '../../server/env.ts'
import { restore } from './restore.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-restore-'))
const kept = path.join(shelf, 'kept')
const FILES: Record<string, string> = {
  'postgres/PG_VERSION': '17\n',
  'postgres/base/5/1247': 'pages of a table',
  'postgres/global/pg_control': 'the state of the database',
  'postgres/pg_wal/000000010000000000000001': 'what was written last',
  'storage/logos/one.png': 'a picture',
  'secrets.json': '{}',
  demo: '',
}

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(kept, name)), { recursive: true })
    writeFileSync(path.join(kept, name), text)
  }
  writeManifest(kept, {
    format: BACKUP_FORMAT,
    made: '2027-01-31T02:11:09.120Z',
    version: '2.0.0',
    engine: 'embedded',
    migration: LAST_OF_VERSION_1.newest,
    rows: { 'public.bookings': '1 1' },
    files: filesOf(kept),
    database: databaseFilesOf(kept),
  } satisfies Manifest)
})
afterAll(() => rmSync(shelf, { recursive: true, force: true }))

let tries = 0
/** Restores a copy of the backup that was damaged first. */
async function restored(damage: (folder: string) => void): Promise<string> {
  const [copy, to] = [path.join(shelf, `copy-${++tries}`), path.join(shelf, `to-${tries}`)]
  cpSync(kept, copy, { recursive: true })
  damage(copy)
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: to })
  const said = await restore(env, copy).then(
    () => 'restored',
    (error: Error) => error.message,
  )
  expect(existsSync(to)).toBe(false)
  return said
}

function damaged(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = bytes[at]! ^ 0xff
  writeFileSync(file, bytes)
}

describe('a backup', () => {
  it('with a damaged byte in any of its files is refused before anything is written', async () => {
    for (const [name, text] of Object.entries(FILES))
      for (let at = 0; at < text.length; at += 5)
        expect(await restored((folder) => damaged(path.join(folder, name), at))).toContain(
          `The backup is damaged: files ${name} differ`,
        )
  })

  it('with a damaged byte in its manifest is refused too', async () => {
    const { length } = readFileSync(path.join(kept, 'manifest.json'))
    for (let at = 0; at < length; at += 23)
      expect(await restored((folder) => damaged(path.join(folder, 'manifest.json'), at))).toMatch(
        /The backup is damaged|not of a kind/,
      )
  })

  it('that lacks a file, or has another one, is refused', async () => {
    for (const name of Object.keys(FILES))
      expect(await restored((folder) => rmSync(path.join(folder, name)))).toContain(name)
    expect(
      await restored((folder) => writeFileSync(path.join(folder, 'postgres/base/5/9'), 'x')),
    ).toContain('files postgres/base/5/9 differ')
    expect(await restored((folder) => rmSync(path.join(folder, 'manifest.json')))).toContain(
      'holds no backup',
    )
  })

  it('of version 1 has no hashes of the database, and its other files are compared', () => {
    const demo = 'tests/upgrades/1.2.0/demo'
    expect(requireWhole(demo, readManifest(demo))).toBe(false)
    expect(requireWhole(kept, readManifest(kept))).toBe(true)
  })
})
