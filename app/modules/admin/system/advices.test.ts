import { describe, expect, it } from 'vitest'
import type { SystemState } from '~/platform/request/context'
import { advicesOf } from './advices'
import { ageText, migrationCount, sizeText } from './texts'

const AT = '2026-11-25T12:00:00.000Z'
const well: SystemState = {
  version: '1.0.0',
  commit: 'abc',
  node: 'v20.0.0',
  backend: 'embedded',
  database: {
    version: '17.4',
    bytes: 50_000_000,
    migrations: [{ version: '2026', name: 'last', program: '1.0.0' }],
    pending: [],
  },
  folder: '/data',
  freeMiB: 50_000,
  reserveMiB: 256,
  backups: [{ made: '2026-11-25T01:00:00.000Z', version: '1.0.0', path: '/b', bytes: 1 }],
  mailServer: 'mail.example.com',
  keptMails: 0,
  at: AT,
}
const whats = (state: Partial<SystemState>) =>
  advicesOf({ ...well, ...state }).map(({ what }) => what)
const backup = (made: string, more = {}) => ({ ...well.backups![0]!, made, ...more })

describe('what is wrong with an installation', () => {
  it('is nothing where all is well, or where Supabase looks after it', () => {
    expect(whats({})).toEqual([])
    expect(
      whats({
        backend: 'supabase',
        database: { ...well.database!, version: null, bytes: null },
        freeMiB: null,
        backups: null,
        mailServer: null,
      }),
    ).toEqual([])
  })

  it('is a database that does not answer or lacks migrations', () => {
    expect(whats({ database: null })).toEqual([
      'The database did not respond within three seconds.',
    ])
    expect(whats({ database: { ...well.database!, pending: ['2027_x.sql'] } })[0]).toContain(
      '2027_x.sql',
    )
    const lacking = { ...well.database!, pending: ['2027_x.sql'] }
    expect(advicesOf({ ...well, backend: 'supabase', database: lacking })[0]!.todo).toContain(
      'supabase db push',
    )
  })

  it('is a disk that is filling up', () => {
    expect(whats({ freeMiB: 512 })).toEqual([])
    expect(whats({ freeMiB: 511 })).toEqual([
      'The disk has 511 MiB left; below 256 MiB nothing is saved.',
    ])
  })

  it('is no backup, an old one, one that is gone, and one that cannot be read', () => {
    expect(whats({ backups: [] })).toEqual(['There is no backup on this machine.'])
    expect(whats({ backups: [backup('2026-11-24T00:00:00.000Z')] })).toEqual([
      'The last complete backup was made 36 hours ago.',
    ])
    expect(whats({ backups: [backup(AT, { bytes: null })] })).toEqual([
      'There is no backup on this machine.',
    ])
    expect(whats({ backups: [backup(AT, { version: null }), backup(AT)] })).toEqual([
      '/b cannot be read as a backup.',
    ])
  })

  it('is an outbox where mails should be sent', () => {
    expect(whats({ mailServer: null, keptMails: 3 })[0]).toContain('stored in the outbox (3)')
    expect(whats({ keptMails: 2 })[0]).toContain('holds 2 e-mails')
  })
})

it('ages, sizes and migrations are written for people', () => {
  expect(ageText('2026-11-25T11:30:00Z', AT)).toBe('within the hour')
  expect(ageText('2026-11-25T11:00:00Z', AT)).toBe('1 hour ago')
  expect(ageText('2026-11-23T12:00:00Z', AT)).toBe('2 days ago')
  expect([sizeText(null), sizeText(10), sizeText(2_000_000_000)]).toEqual([
    null,
    '1 MiB',
    '1,907 MiB',
  ])
  expect(migrationCount(well)).toBe('1 applied')
  expect(migrationCount({ ...well, database: null })).toBe('No answer')
})
