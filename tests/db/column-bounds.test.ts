import { beforeAll, describe, expect, it } from 'vitest'
import type { SqlError } from '../support/database.ts'
import { testFixture } from '../support/fixture.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()

/**
 * A column of a table, with its checks as one condition; `writable` says whether people write it
 * directly, `joined` whether its bound is a part of one check for the whole row.
 */
interface Column {
  table: string
  name: string
  type: string
  fits: string | null
  writable: boolean
  joined: boolean
}

let columns: Column[]

beforeAll(async () => {
  await fillTables(fixture)
  columns = await fixture.db.sql<Column & Record<string, unknown>>(
    `select c.oid::regclass::text as table, a.attname as name, format_type(a.atttypid, null) as type,
       (select string_agg(x.fits, ' and ') from (
         select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
         union all
         select b.bound from pg_constraint k, private.bounds_of_columns(c.oid) b
         where k.conrelid = c.oid and k.conname = c.relname || '_bounded' and b.name = a.attname) x (fits)) as fits,
       exists (select from pg_constraint k, private.bounds_of_columns(c.oid) b
         where k.conrelid = c.oid and k.conname = c.relname || '_bounded' and b.name = a.attname) as joined,
       has_column_privilege('authenticated', c.oid, a.attnum, 'update') as writable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
       and a.attgenerated = '' and a.attidentity = '' order by 1, a.attnum`,
  )
}, 120_000)

/** SQL of values that no column of the type takes. */
const HOSTILE: Record<string, string[]> = {
  numeric: ["'NaN'", "'Infinity'", "'-Infinity'", '1e30', '-1e30'],
  integer: ['2147483647', '-2147483648'],
  bigint: ['9223372036854775807', '-9223372036854775808'],
  text: [
    "repeat('x', 1000001)",
    "E'a\\u0001'",
    "E'\\u0008'",
    "E'\\u001b[2J'",
    "E'a\\u007f'",
    "E'\\u0085'",
    "E'\\u009f'",
    "E'a\\u2028b'",
    "E'\\u202egnorw'",
    "E'\\u2066'",
    "E'\\uffff'",
  ],
  'text[]': [
    "array[repeat('x', 1000001)]",
    "array_fill('x'::text, array[1000])",
    "array[E'a\\u0001']",
  ],
  jsonb: [
    "jsonb_build_object('x', (select string_agg(md5(n::text), '') from generate_series(1, 40000) n))",
  ],
  date: [
    "'infinity'",
    "'-infinity'",
    "'0001-01-01'",
    "'1899-12-31'",
    "'3000-01-01'",
    "'4713-01-01 BC'",
  ],
  'timestamp with time zone': ["'infinity'", "'-infinity'", "'294276-01-01'", "'0001-01-01'"],
}
/** Line breaks and tabs belong to texts of several lines alone. */
const LINES = ["E'a\\nb'", "E'a\\tb'", "E'a\\rb'"]
const SEVERAL_LINES = /(^|_)(reason|remarks|note|address|deliver_to|instructions|other_info\d)$/
/** Matches sets of categories, one bit each: every number is sound. */
const BITS = /^items[1-3]$/
/** Each value of these types is sound. */
const BOUND_BY_TYPE = ['uuid', 'uuid[]', 'boolean', 'time without time zone']

const hostileTo = ({ name, type }: Column): string[] => [
  ...(BITS.test(name) ? [] : (HOSTILE[type] ?? [])),
  ...(type === 'text' && !SEVERAL_LINES.test(name) ? LINES : []),
]

describe('every column', () => {
  it('is of a type whose hostile values are known here', () => {
    expect(columns.length).toBeGreaterThan(400)
    const known = [...Object.keys(HOSTILE), ...BOUND_BY_TYPE]
    expect([...new Set(columns.map(({ type }) => type))].filter((t) => !known.includes(t))).toEqual(
      [],
    )
  })

  it('has a check that refuses NaN, infinity, endless texts and control characters', async () => {
    const open: string[] = []
    for (const column of columns) {
      const values = hostileTo(column)
      if (values.length === 0) continue
      const which = `${column.table}.${column.name}`
      if (!column.fits) {
        open.push(which)
        continue
      }
      const rows = await fixture.db.sql<{ n: number; fits: boolean | null }>(
        `select v.n, (${column.fits}) as fits from (values ${values.map((value, n) => `(${n}, (${value})::${column.type})`).join(', ')}) v (n, "${column.name}")`,
      )
      for (const { n, fits } of rows) if (fits !== false) open.push(`${which} takes ${values[n]}`)
    }
    expect(open).toEqual([])
  })

  it('takes several lines where a text has them', async () => {
    const refused: string[] = []
    for (const { table, name, type, fits } of columns) {
      if (type !== 'text' || !SEVERAL_LINES.test(name)) continue
      const [row] = await fixture.db.sql<{ fits: boolean }>(
        `select (${fits}) as fits from (values (E'one\\r\\n\\ttwo'::text)) v ("${name}")`,
      )
      if (!row?.fits) refused.push(`${table}.${name}`)
    }
    expect(refused).toEqual([])
  })
})

describe('a table whose checks are joined in one', () => {
  const joined = () => columns.filter((column) => column.joined)

  it('is written by functions alone', () => {
    expect(new Set(joined().map(({ table }) => table)).size).toBe(18)
    expect(joined().filter(({ writable }) => writable)).toEqual([])
  })

  it('refuses each of these values as a check of the column would', async () => {
    const odd: unknown[] = []
    for (const column of joined()) {
      const { table, name, type } = column
      const plain = table.replace('private.', '')
      for (const value of hostileTo(column)) {
        // Not written, as triggers would refuse some of them before.
        const answer = await fixture.db
          .sql(
            `select private.are_bounds_of_${plain}(jsonb_populate_record(null::${table}, jsonb_build_object('${name}', (${value})::${type})))`,
          )
          .then(
            () => 'taken',
            ({ code, message }: SqlError) => `${code} ${message}`,
          )
        // A state is one of a list, a date may be before another, and a number may not fit the precision of its column.
        const refused =
          answer.startsWith(
            `23514 new row for relation "${plain}" violates check constraint "${plain}_`,
          ) || answer.startsWith('22003')
        if (!refused) odd.push([table, name, value, answer])
      }
    }
    expect(odd).toEqual([])
  }, 120_000)

  it('refuses a row by the name of each check', async () => {
    const refused = async (change: string, of = 'booking_lines', table = `public.${of}`) =>
      fixture.db
        .sql(
          `select private.are_bounds_of_${of}(jsonb_populate_record(t, '${change}')) from ${table} t limit 1`,
        )
        .then(
          () => 'taken',
          ({ message }: SqlError) => message.match(/"(\w+)"$/)?.[1],
        )
    expect(await refused('{}')).toBe('taken')
    expect(await refused('{"quantity": 0}')).toBe('booking_lines_delivered_check')
    expect(await refused('{"vat_class": "free"}')).toBe('booking_lines_check')
    expect(await refused('{"free_of": 9}')).toBe('booking_lines_free_check')
    expect(await refused('{"approval_status": "approved-"}', 'bookings')).toBe('taken')
    expect(await refused('{"approval_status": "approve"}', 'bookings')).toBe(
      'bookings_approval_check',
    )
    expect(await refused('{"stats": "below_reorder"}', 'inventory')).toBe('inventory_stats_check')
    expect(await refused('{"stats": "unavailable"}', 'inventory')).toBe('taken')
    expect(await refused('{"kind": "receipts"}', 'receivable_entries')).toBe(
      'receivable_entries_kind_check',
    )
  })
})

describe('a direct write to a table', () => {
  /** A person who may write the table's rows. */
  const writer = (table: string) =>
    fixture.role[table === 'paper_forms' ? 'General Manager' : 'special access 1']
  const refusal = (table: string, text: string, params: unknown[]) =>
    fixture.db.as(writer(table), text, params).then(
      (rows) => `taken ${rows.length}`,
      ({ code, hint, detail }: SqlError) => ({ code, hint, detail }),
    )

  it('is refused each of these values with the hint and the field that functions give', async () => {
    const written = columns.filter(({ writable }) => writable)
    expect(written.length).toBeGreaterThan(40)
    const odd: unknown[] = []
    for (const column of written) {
      const { table, name, type } = column
      for (const value of hostileTo(column)) {
        const answer = await refusal(
          table,
          `update ${table} set ${name} = ${value} where project_id = $1::uuid returning 1`,
          [fixture.a],
        )
        // A number that its column's precision does not hold never becomes a row.
        const asked =
          type === 'numeric' && value !== "'NaN'"
            ? { code: '22003' }
            : { code: '22023', hint: 'invalid', detail: name }
        if (!matches(answer, asked)) odd.push([table, name, value, answer])
      }
    }
    expect(odd).toEqual([])
  }, 300_000)

  it('is refused them in a new row too', async () => {
    const insert = (columns: string, values: string) =>
      refusal(
        'cost_centers',
        `insert into public.cost_centers (project_id, ${columns}) values ($1::uuid, ${values})`,
        [fixture.a],
      )
    const refused = (detail: string) => ({ code: '22023', hint: 'invalid', detail })
    expect(await insert('cost_center, monthly_budget', "'Fuel', 'NaN'")).toEqual(
      refused('monthly_budget'),
    )
    expect(await insert('cost_center', "repeat('x', 1000000)")).toEqual(refused('cost_center'))
    expect(await insert('cost_center', "'  '")).toEqual(refused('cost_center'))
    expect(await insert('cost_center', "'Fuel'")).toBe('taken 0')
  })
})

const matches = (answer: unknown, asked: object) =>
  typeof answer === 'object' &&
  Object.entries(asked).every(([key, value]) => (answer as Record<string, unknown>)[key] === value)
