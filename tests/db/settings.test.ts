import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlError } from '../support/database.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

const fixture = testFixture()
const staff = trade(fixture)

const RULES = [
  'credit_override',
  'credit_lines',
  'vouchers',
  'memos',
  'receipts',
  'payee_accounts',
  'write_offs',
]
/** For each setting, values that it cannot have; each also has none of `NEVER`. */
const ODD: Record<string, unknown[]> = {
  allow_back_orders: [null, 0, 'true'],
  age_by: [null, '', 'moon', true, 1],
  stock_cost: [null, '', 'moon', true, 1],
  drr_label: [null, '', '  ', 'x'.repeat(21), 'a\u202eb', 'a\nb', 1, true],
  vat_percent: [null, '12', -1, 100, 1e9, 12.345, true],
  price_floor_percent: [null, '70', -1, 101, 70.005, true],
  field_days: [null, -1, 61, 1.5, true],
  vat_registered: [null, 0, 'true'],
  branch_code: ['0000', '000000', '0000a', 0, true],
  serial_digits: [5, 13, 6.5, -6, true],
  invoice_note: ['x'.repeat(401), 'a\u202eb'],
  authority_note: ['x'.repeat(401), 'a\u0001b'],
  voucher_approval_above: [50000, '', '-1', '1e5', '1.005', '9'.repeat(13), 'NaN', true],
  memo_approval_above: [5000, '', '-1', '1e5', '1.005', '9'.repeat(13), 'NaN', true],
  ageing_buckets: [
    null,
    [],
    [0, 1],
    [30, 30],
    [60, 30],
    ['30'],
    [1.5],
    [[1]],
    [1, 2, 3, 4, 5, 6, 7],
    30,
    true,
  ],
  ...Object.fromEntries(RULES.map((rule) => [`${rule}_maker_checker`, [null, 1, 'true']])),
}
const NEVER = [{ a: 1 }, ['x'], 'odd '.repeat(200)]
const CASES = Object.entries(ODD).flatMap(([key, values]) =>
  [...values, ...NEVER].map((value) => ({ key, value })),
)
const ZONES = [
  '',
  ' ',
  'Mars/Olympus',
  'Etc/GMT+25',
  'XYZ+3',
  'posixrules',
  'Factory',
  'posix/UTC',
  'utc',
  'a\nb',
]
const CURRENCIES = ['', 'php', 'PHPP', 'XXX', '<b>', 'BGL']

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'taken',
    ({ code, hint, detail }: SqlError) => `${code} ${hint} ${detail}`,
  )
/** Writes the row as the owner of the database, past every command. */
const write = (column: string, value: string) =>
  fixture.db.sql(
    `update public.projects set ${column} = $2::text::${column === 'settings' ? 'jsonb' : 'text'} where id = $1::uuid`,
    [fixture.a, value],
  )
const stored = async () =>
  (
    await fixture.db.sql<{ settings: Record<string, object> }>(
      'select settings from public.projects where id = $1::uuid',
      [fixture.a],
    )
  )[0]!.settings
const details = async () =>
  fixture.db.rpc<{ version: number; to_repair: object; time_zone: string; settings: object }>(
    fixture.admin,
    'project_details',
    { p_project: fixture.a },
  )
const update = async (change: object) =>
  fixture.db.rpc(fixture.admin, 'update_project', {
    p_project: fixture.a,
    p_idempotency_key: randomUUID(),
    p_version: (await details()).version,
    p_details: change,
  })
/** The settings with one that is changed, a rule below its own key. */
function changed(settings: Record<string, object>, key: string, value: unknown) {
  if (!key.endsWith('_maker_checker')) return { ...settings, [key]: value }
  return {
    ...settings,
    maker_checker: { ...settings.maker_checker, [key.replace('_maker_checker', '')]: value },
  }
}

describe('a value that is not known', () => {
  it.each(CASES)('is refused for $key: $value', async ({ key, value }) => {
    const odd = JSON.stringify(changed(await stored(), key, value))
    expect(await refusal(write('settings', odd))).toBe(`22023 invalid ${key}`)
    // A command reads numbers and texts alike.
    const read =
      (key === 'drr_label' && (value === 1 || value === true)) ||
      (key.endsWith('_approval_above') && (typeof value === 'number' || value === '')) ||
      (key.endsWith('percent') && typeof value === 'string' && /^\d+$/.test(value))
    if (!read) expect(await refusal(update({ [key]: value }))).toBe(`22023 invalid ${key}`)
  })

  it.each(ZONES)('is refused as time zone: %j', async (zone) => {
    expect(await refusal(write('time_zone', zone))).toMatch(/^(22023 invalid time_zone|23514 )/)
    if (zone.trim())
      expect(await refusal(update({ time_zone: zone }))).toBe('22023 invalid time_zone')
  })

  it.each(CURRENCIES)('is refused as currency: %j', async (currency) => {
    expect(await refusal(write('currency', currency))).toBe('22023 invalid currency')
    if (currency) expect(await refusal(update({ currency }))).toBe('22023 invalid currency')
  })

  it('is refused where settings are no object', async () => {
    for (const odd of ['null', '[]', '1', '"x"', 'true'])
      expect(await refusal(write('settings', odd))).toBe('22023 invalid settings')
  })

  it('is refused in a new project', async () => {
    const create = (more: object) =>
      fixture.db.rpc(fixture.admin, 'create_project', {
        p_project: randomUUID(),
        p_idempotency_key: randomUUID(),
        p_details: { name: randomUUID(), ...more },
      })
    expect(await refusal(create({ time_zone: 'Mars/Olympus' }))).toBe('22023 invalid time_zone')
    expect(await refusal(create({ currency: 'XXX' }))).toBe('22023 invalid currency')
  })

  it('is read in one place: no function takes a setting or a time zone from the row', async () => {
    const readers = await fixture.db.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc ~ '\\msettings (->|#>|@|\\?)|at time zone \\(?(p|v_project|projects)\\.time_zone|select time_zone' order by 1`,
    )
    expect(readers.map(({ name }) => name)).toEqual(['to_repair'])
  })
})

describe('a company that has unknown values', () => {
  /** Stores a row as an earlier version of the product may have left it. */
  const force = async (settings: unknown) => {
    await withoutTriggers(fixture, 'public.projects', 'check_project', async () => {
      await write('settings', JSON.stringify(settings))
      await fixture.db.sql(
        `update public.projects set time_zone = 'Mars/Olympus', currency = 'BGL' where id = $1::uuid`,
        [fixture.a],
      )
    })
  }
  let before: Record<string, object>
  beforeAll(async () => {
    before = await stored()
  })
  afterAll(async () => {
    await withoutTriggers(fixture, 'public.projects', 'check_project', async () => {
      await write('settings', JSON.stringify(before))
      await write('time_zone', 'Asia/Manila')
      await write('currency', 'PHP')
    })
  })

  it.each([
    'null',
    '[]',
    '"x"',
    '{"maker_checker": 1, "vat_percent": "x", "allow_back_orders": "perhaps", "ageing_buckets": 1}',
  ])('as %s trades, with the values of a new company and the days of UTC', async (odd) => {
    await force(JSON.parse(odd))
    const [made, store] = [await staff.product('10.00', 100), await staff.customer('1000000.00')]
    const booking = await staff.book(store, [[made, 1, '10.00']])
    const { version } = await staff.validate(booking.id, booking.version)
    await staff.invoice(booking.id, version, `INV-${randomUUID().slice(0, 8)}`)
    const [row] = await fixture.db.sql<{ vat: string; today: boolean }>(
      `select vat_percent::text as vat, date_added = (now() at time zone 'UTC')::date as today from public.bookings where id = $1::uuid`,
      [booking.id],
    )
    expect(row).toEqual({ vat: '12.00', today: true })
    expect(await details()).toMatchObject({
      time_zone: 'UTC',
      settings: { vat_percent: 12, maker_checker: { receipts: true } },
    })
    const seen = await fixture.db.rpc<{ memberships: { to_repair: string[] }[] }>(
      fixture.role.Owner,
      'current_identity',
      {},
    )
    expect(seen.memberships[0]!.to_repair).toEqual(
      expect.arrayContaining(['currency', 'time_zone']),
    )
  })

  it('is repaired one by one, whatever else is not known', async () => {
    await force({
      maker_checker: { receipts: 1, vouchers: 'x' },
      vat_percent: 'x',
      ageing_buckets: null,
    })
    const left = async () => Object.keys((await details()).to_repair).sort()
    expect(await left()).toEqual([
      'ageing_buckets',
      'currency',
      'receipts_maker_checker',
      'time_zone',
      'vat_percent',
      'vouchers_maker_checker',
    ])
    await update({ receipts_maker_checker: false })
    await update({ time_zone: 'Asia/Tokyo' })
    await update({ vat_percent: '5' })
    expect(await left()).toEqual(['ageing_buckets', 'currency', 'vouchers_maker_checker'])
    expect(await details()).toMatchObject({
      time_zone: 'Asia/Tokyo',
      settings: { vat_percent: 5, maker_checker: { receipts: false, vouchers: true } },
    })
    await update({
      ageing_buckets: ['30', '60', '90'],
      currency: 'USD',
      vouchers_maker_checker: true,
    })
    expect(await left()).toEqual([])
  })
})
