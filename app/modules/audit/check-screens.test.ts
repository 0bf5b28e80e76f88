import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '~/paths'
import { ACCOUNTS, screenOf } from './check-screens.ts'

const SQL = 'supabase/schemas/audit'
const ID = '11111111-1111-4111-8111-111111111111'

/** Checks of ledgers, whose documents can be gone with their import. */
const LEDGERS = ['journal.balanced', 'ledgers.receivables', 'ledgers.positions']

/** The checks that name a difference of no single document, as the SQL says it. */
const checks = readdirSync(SQL)
  .filter((name) => name.startsWith('book_checks_'))
  .flatMap((name) => readFileSync(`${SQL}/${name}`, 'utf8').split('union all'))
  .flatMap((part) => [
    ...part.matchAll(
      /'([a-z]+\.[a-z_]+)'(?: as check_key)?, [^\n]*?\bp_project,|\('([a-z]+\.[a-z_]+)', '[A-Z]+'/g,
    ),
  ])
  .map(([, key, series]) => (key ?? series)!)
  .concat(LEDGERS)

it('every difference leads somewhere', () => {
  expect(checks.length).toBeGreaterThan(10)
  const open = checks.filter((key) => !screenOf(key, { kind: 'project', id: ID, label: 'Office' }))
  expect(open).toEqual([])
})

it('the accounts of the controls are those of the journal, by their names', () => {
  const accounts = readFileSync('supabase/schemas/accounting/accounts.sql', 'utf8')
  const check = readFileSync(`${SQL}/book_checks_journal.sql`, 'utf8')
  const controls = /view private\.journal_controls (.*?)\ncomment on/s.exec(check)![1]!
  const named = [...accounts.matchAll(/\('([a-z_]+)', '\d+', '((?:[^']|'')+)'/g)]
    .map(([, account, name]) => [name!.replaceAll("''", "'"), account!] as const)
    .filter(([, account]) => controls.includes(`'${account}'`))
  expect(named.length).toBeGreaterThan(10)
  expect(Object.entries(ACCOUNTS).sort()).toEqual(named.map((each) => [...each]).sort())
})

it.each([
  ['ledgers.money', 'deposit', 'Office', paths.treasury.deposit(ID)],
  [
    'ledgers.cash',
    'project',
    'Ana Cruz',
    '/reports_journal?from=2000-01-01&account=collector_cash',
  ],
  [
    'ledgers.cash_days',
    'project',
    'Office on 2026-02-03',
    '/reports_journal?from=2026-02-03&to=2026-02-03&account=office_cash',
  ],
  [
    'journal.balanced',
    'import',
    'sales delivery of 2026-02-03',
    '/reports_journal?from=2026-02-03&to=2026-02-03',
  ],
  ['vat.report', 'project', 'Input VAT of 02/2028', '/reports_vat?from=2028-02-01&to=2028-02-29'],
  [
    'journal.controls',
    'project',
    'Accounts receivable',
    '/reports_journal?from=2000-01-01&account=receivables',
  ],
  ['totals.receivables', 'customer', 'Store: AR report', paths.customers.customer(ID)],
  ['totals.receivables', 'project', 'Home', '/reports_ar'],
  ['ledgers.receivables', 'booking', 'SO-000001', paths.sales.booking(ID)],
])('%s of a %s, %s, leads to %s', (check, kind, label, address) => {
  expect(screenOf(check, { kind, id: ID, label })).toBe(address)
})
