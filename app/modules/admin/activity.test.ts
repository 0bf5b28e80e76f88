import { describe, expect, it } from 'vitest'
import { type ActivityChange, describeActivity, listed } from './activity.ts'

const NAMES: Record<string, string> = {
  admin: 'Admin',
  nena: 'Nena Cruz',
  ben: 'Ben Cruz',
  visayas: 'Visayas Trading',
  luzon: 'Luzon Trading',
}
const nameOf = (id: unknown) => NAMES[String(id)] ?? '?'

let id = 0
function change(given: Partial<ActivityChange>): ActivityChange {
  id += 1
  return {
    id,
    created_at: '2026-11-21 09:00:00+00',
    user_id: 'admin',
    table_name: 'memberships',
    row_id: 'nena',
    project_id: 'visayas',
    action: 'update',
    before: {},
    after: {},
    ...given,
  }
}

const told = (...changes: Partial<ActivityChange>[]) =>
  describeActivity(changes.map(change), { person: nameOf, project: nameOf }).map(
    ({ before, subject, after }) => before + subject + after,
  )

describe('recent activity in plain words', () => {
  it.each<[Partial<ActivityChange>, string]>([
    [
      { action: 'insert', after: { role: 'finance admin' } },
      'Admin added Nena Cruz as Finance Admin to Visayas Trading',
    ],
    [{ after: { status: 'inactive' } }, 'Admin deactivated Nena Cruz at Visayas Trading'],
    [{ after: { status: 'active' } }, 'Admin reactivated Nena Cruz at Visayas Trading'],
    [
      { after: { role: 'Agent', status: 'active', manager_id: 'ben' } },
      'Admin added Nena Cruz as Agent to Visayas Trading',
    ],
    [{ after: { manager_id: 'ben' } }, 'Admin put Nena Cruz under Ben Cruz at Visayas Trading'],
    [{ after: { manager_id: null } }, 'Admin left Nena Cruz without a manager at Visayas Trading'],
    [
      { table_name: 'profiles', after: { sessions_ended_at: 'now' } },
      'Admin signed Nena Cruz out everywhere',
    ],
    [
      {
        table_name: 'profiles',
        user_id: 'nena',
        before: { display_name: 'Nena' },
        after: { display_name: 'Nena Cruz', date_name_modified: 'now' },
      },
      'Nena Cruz changed their name from “Nena” to “Nena Cruz”',
    ],
    [
      { table_name: 'projects', row_id: 'visayas', action: 'insert', user_id: null },
      'The command line created the project Visayas Trading',
    ],
    [
      { table_name: 'projects', row_id: 'visayas', after: { status: 'removed' } },
      'Admin removed the project Visayas Trading',
    ],
    [
      {
        table_name: 'projects',
        row_id: 'visayas',
        before: { settings: { ageing_buckets: [30, 60, 90], age_by: 'due' } },
        after: { settings: { ageing_buckets: [15, 30, 45], age_by: 'due' } },
      },
      'Admin changed the aging buckets of Visayas Trading',
    ],
    [
      {
        table_name: 'projects',
        row_id: 'visayas',
        before: { settings: { maker_checker: { vouchers: true } } },
        after: { settings: { maker_checker: { vouchers: true, receipts: false } } },
      },
      'Admin switched off the second person for receipts of Visayas Trading',
    ],
    [
      {
        table_name: 'projects',
        row_id: 'visayas',
        before: { settings: { maker_checker: { vouchers: false, receipts: false } } },
        after: { settings: { maker_checker: { vouchers: true, receipts: true } } },
      },
      'Admin switched on the second person for receipts and vouchers of Visayas Trading',
    ],
    [
      { table_name: 'projects', row_id: 'visayas', after: { address: 'Cebu', logo_uri: 'x' } },
      'Admin changed the address and the logo of Visayas Trading',
    ],
    [
      {
        table_name: 'projects',
        row_id: 'visayas',
        before: { name: 'Old Trading' },
        after: { name: 'Visayas Trading' },
      },
      'Admin renamed the project Visayas Trading, once “Old Trading”',
    ],
  ])('%j', (given, sentence) => {
    expect(told(given)).toEqual([sentence])
  })

  it('one action in several projects is one sentence, two actions are two', () => {
    const made = { action: 'insert', after: { role: 'ASE' } }
    expect(told({ ...made }, { ...made, project_id: 'luzon' })).toEqual([
      'Admin added Nena Cruz as ASE to Luzon Trading and Visayas Trading',
    ])
    expect(
      told(made, { ...made, project_id: 'luzon', created_at: '2026-11-21 10:00:00+00' }),
    ).toHaveLength(2)
    expect(told(made, { ...made, row_id: 'ben' })).toHaveLength(2)
  })

  it('says nothing of the profile of a new person: the membership tells it', () => {
    expect(told({ table_name: 'profiles', action: 'insert', after: { email: 'x' } })).toEqual([])
  })

  it('joins names', () => {
    expect([listed([]), listed(['A']), listed(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C'])
  })
})
