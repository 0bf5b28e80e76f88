import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '~/paths'
import { screenOf } from './check-screens.ts'

const SQL = 'supabase/schemas/audit'
const ID = '11111111-1111-4111-8111-111111111111'

/** The checks that name a difference of no single document, as the SQL says it. */
const checks = readdirSync(SQL)
  .filter((name) => name.startsWith('book_checks_'))
  .flatMap((name) => readFileSync(`${SQL}/${name}`, 'utf8').split('union all'))
  .flatMap((part) =>
    part.includes("'project'") ? [...part.matchAll(/select '([a-z]+\.[a-z_]+)',/g)] : [],
  )
  .map(([, key]) => key!)

it('every difference leads somewhere', () => {
  expect(checks.length).toBeGreaterThan(12)
  const open = checks.filter((key) => !screenOf(key, { kind: 'project', id: ID, label: 'Office' }))
  expect(open).toEqual([])
})

it.each([
  ['ledgers.money', 'project', 'bank BDO 1', paths.treasury.position],
  [
    'ledgers.cash_days',
    'project',
    'Office on 2026-02-03',
    '/reports_journal?from=2026-02-03&to=2026-02-03',
  ],
  [
    'journal.balanced',
    'project',
    'sales delivery of 2026-02-03',
    '/reports_journal?from=2026-02-03&to=2026-02-03',
  ],
  ['vat.report', 'project', 'Input VAT of 02/2028', '/reports_vat?from=2028-02-01&to=2028-02-29'],
  ['journal.controls', 'project', 'Accounts receivable', '/reports_trial_balance'],
  ['ledgers.receivables', 'booking', 'SO-000001', paths.sales.booking(ID)],
])('%s of a %s, %s, leads to %s', (check, kind, label, address) => {
  expect(screenOf(check, { kind, id: ID, label })).toBe(address)
})
