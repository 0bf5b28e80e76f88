import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { pageReader } from '../support/page-reader.ts'
import { sample } from '../support/rounds.ts'
import { everyScreen } from '../support/screens.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { as, page } = pageReader(server)
let owner: ReturnType<typeof connect>

const KEYS = [
  'allow_back_orders',
  'age_by',
  'ageing_buckets',
  'drr_label',
  'stock_cost',
  'vat_percent',
  'prices_include_vat',
  'price_floor_percent',
  'vat_registered',
  'branch_code',
  'serial_digits',
  'invoice_note',
  'authority_note',
  'field_days',
  'voucher_approval_above',
  'memo_approval_above',
]
const RULES = [
  'credit_override',
  'credit_lines',
  'vouchers',
  'memos',
  'receipts',
  'payee_accounts',
  'product_edits',
  'write_offs',
]
const all = (value: string) =>
  `'${JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, 0])))
    .replaceAll(':0', `:${value}`)
    .replace('}', `,"maker_checker":{${RULES.map((rule) => `"${rule}":${value}`)}}}`)}'`

/** Values that a project may hold and no command writes: from before the checks, or from another version of the database. */
const ODD: readonly [name: string, columns: Record<string, string>][] = [
  ['an unknown time zone', { time_zone: "'Mars/Olympus'" }],
  ['a time zone of the database alone', { time_zone: "'Etc/GMT+25'", currency: "'BGL'" }],
  ['no time zone', { time_zone: "''", currency: "''" }],
  ['settings of null', { settings: all('null'), currency: "'<b>'" }],
  ['settings of text', { settings: all('"odd"') }],
  ['settings of numbers', { settings: all('-1e400') }],
  ['settings of lists', { settings: all('["x",null]') }],
  ['settings of objects', { settings: all('{"a":1}') }],
  ['settings of booleans', { settings: all('true') }],
  ['no settings', { settings: "'{}'", collection_group_list: "'{}'", product_categories1: "'{}'" }],
  ['settings that are null', { settings: "'null'", product_categories1: "'{NULL,A,A}'" }],
  ['settings that are a list', { settings: "'[1]'", project_logos: "'{NULL,odd}'" }],
  ['settings that are a text', { settings: `'"odd"'`, booking_count: '-5', voucher_count: '-5' }],
]

/** Fields that the forms of the sections send, one after the other. */
const SECTIONS: Record<string, string>[] = [
  { intent: 'region', time_zone: 'Asia/Manila', currency: 'PHP' },
  {
    intent: 'collections',
    drr_label: 'DRR',
    field_days: '3',
    age_by: 'due',
    'ageing_buckets[0]': '30',
    'ageing_buckets[1]': '60',
    'ageing_buckets[2]': '90',
  },
  { intent: 'stock', stock_cost: 'default' },
  {
    intent: 'credit',
    price_floor_percent: '70',
  },
  { intent: 'invoices', vat_percent: '12', memo_approval_above: '5000' },
  { intent: 'tax', vat_registered: 'on' },
  {
    intent: 'vouchers',
    voucher_approval_above: '50000',
  },
  {
    intent: 'duties',
    ...Object.fromEntries(RULES.map((rule) => [`${rule}_maker_checker`, 'on'])),
  },
  { intent: 'details', name: 'Demo Distribution' },
  { intent: 'categories', product_categories1: 'Biscuits' },
]

/** Pages that compute with settings. Some companies have all pages looked at, others with each seed. */
const PAGES: [login: string, path: string][] = [
  ['special-access-1', '/reports_ar'],
  ['special-access-1', '/treasury/treasury-list/treasury-add-collection'],
  ['owner', '/inbox'],
  ['owner', '/reports_inventory'],
  ['expenses-and-disbursements', '/expenses/expenses-list/expenses-view-list'],
  ['admin', '/admin-projects'],
  ['admin', `/admin-projects/${DEMO_ID}`],
]
const WHOLE = sample(ODD, 1).map(([name]) => name)

const FILES = [
  '/reports_ar_excel',
  '/reports_inventory_excel',
  '/reports_invoice_excel',
  '/reports_ar/print',
]

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  await owner.unsafe('set session_replication_role = replica')
  // Odd values came before the checks: those of their writing do not run.
  const checks = await owner.unsafe<{ name: string }[]>(
    "select conname as name from pg_constraint where contype = 'c' and conrelid = 'public.projects'::regclass",
  )
  for (const { name } of checks)
    await owner.unsafe(`alter table public.projects drop constraint "${name}"`)
}, 60_000)
afterAll(() => owner?.end())

/** Sends every section of the settings, as the administrator fills them in. */
async function repair(): Promise<Record<string, unknown>> {
  const admin = await as('admin')
  const at = `/admin-projects/${DEMO_ID}/settings`
  const read = async () => {
    const response = await admin.get(`${at}?_data=modules/admin/projects/settings.route`)
    return (await response.json()) as {
      idempotencyKey: string
      project: { version: number; toRepair: Record<string, string> }
    }
  }
  for (const section of SECTIONS) {
    const { idempotencyKey, project } = await read()
    const fields = { idempotencyKey, version: String(project.version), ...section }
    const { status } = await admin.post(at, fields)
    expect([section.intent, status]).toEqual([section.intent, 302])
  }
  return (await read()).project.toRepair
}

describe.runIf(hasPostgres())('a company with', () => {
  it.each(ODD)(
    '%s has all its pages, says so, and is repaired by the forms',
    async (name, columns) => {
      const set = Object.entries(columns).map(([column, value]) => `${column} = ${value}`)
      await owner.unsafe(`update public.projects set ${set} where id = '${DEMO_ID}'`)
      if (WHOLE.includes(name)) expect((await everyScreen(server)).length).toBeGreaterThan(60)
      for (const [login, path] of PAGES) await page(path, login)
      for (const file of FILES) {
        const { status } = await (await as('owner')).get(file)
        expect([file, status]).toEqual([file, 200])
      }
      const known = name === 'no settings'
      const notice = [
        (await page('/home', 'owner')).html.includes('that cannot be read'),
        (await page('/admin-home', 'admin')).html.includes('Settings to repair'),
        (await page(`/admin-projects/${DEMO_ID}/settings`, 'admin')).html.includes('is stored'),
      ]
      expect(notice).toEqual(known ? [false, false, false] : [true, true, true])
      expect(await repair()).toEqual({})
      expect((await page('/home', 'owner')).html).not.toContain('that cannot be read')
    },
    120_000,
  )
})
