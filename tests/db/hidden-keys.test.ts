import { beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'
import { ask, type Probe } from '../support/probe.ts'
import { COLUMNS, declaredColumns, HIDDEN_KEYS } from './access-columns.ts'
import { fillTables, scopeOfRole } from './identities.ts'

const fixture = testFixture()

/** Values that nothing else has, so that they are found wherever they come up. */
const SUPPLIER = 'Kept Secret Suppliers'
const COST = '7531.59'
const OWNER = 'owner@kept-secret.test'

/** Ids of documents that functions take, by the name of the argument. */
let ids: Record<string, string>

beforeAll(async () => {
  await fillTables(fixture)
  await fixture.db.sql(
    "update public.products set supplier = $2, def_cost = $3::numeric where project_id = $1::uuid and material_code <> 'SHEET-1'",
    [fixture.a, SUPPLIER, COST],
  )
  await fixture.db.sql('update public.purchases set supplier = $2 where project_id = $1::uuid', [
    fixture.a,
    SUPPLIER,
  ])
  await fixture.db.sql('update public.projects set owner_email = $2 where id = $1::uuid', [
    fixture.a,
    OWNER,
  ])
  const one = async (table: string) =>
    (
      await fixture.db.sql<{ id: string }>(
        `select id from public.${table} where project_id = $1::uuid order by created_at desc limit 1`,
        [fixture.a],
      )
    )[0]!.id
  const count = async () => {
    const sales = fixture.role['sales admin']
    const made = await fixture.db.rpc<{ id: string }>(sales, 'open_stock_count', {
      p_project: fixture.a,
      p_idempotency_key: crypto.randomUUID(),
      p_count: { title: 'Open to see', blind: false },
    })
    return made.id
  }
  ids = {
    p_product: await one('products'),
    p_booking: await one('bookings'),
    p_customer: await one('customers'),
    p_count: await count(),
    p_purchase: await one('purchases'),
  }
})

interface Signature {
  name: string
  args: string[]
  types: string[]
  required: number
}

/** The functions of `public` that only read. */
const readers = () =>
  fixture.db.sql<Signature & Record<string, unknown>>(
    `select proname::text as name, coalesce(proargnames[1:pronargs], '{}') as args, pronargs - pronargdefaults as required,
       array(select format_type(t, null) from unnest(proargtypes::oid[]) t) as types
     from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'v' order by 1`,
  )

/** Filters that are tried on a function, besides none. */
const FILTERS: Record<string, object[]> = {
  product_list: [{ sort: 'cost' }, { search: 'secret' }],
  inventory_totals: [{ below_cost: true }, { search: 'secret' }],
  inventory_actual: [{ level: 'total' }, { supplier: SUPPLIER }],
  report_inventory: [
    ...['grouped', 'by_supplier', 'category1', 'supplier', 'total'].map((level) => ({ level })),
    { cost: 'average' },
    { sort: 'margin_value' },
  ],
  stock_count_sheet: [],
}

function calls({ name, args, types, required }: Signature): Probe['text'][] {
  const values: Record<string, unknown> = {
    p_project: fixture.a,
    p_counts: `{${ids.p_count}}`,
    p_products: null,
    p_bookings: `{${ids.p_booking}}`,
    p_query: 'kept',
    p_report: 'report_inventory',
    p_month: '2026-01',
    ...ids,
  }
  return [{}, ...(FILTERS[name] ?? [])].map((filters) => {
    const given = args.flatMap((arg, at) => {
      const value = arg === 'p_filters' ? filters : values[arg]
      if (value === undefined && at >= required) return []
      const text =
        value === undefined || value === null
          ? 'null'
          : `'${typeof value === 'object' ? JSON.stringify(value) : value}'`
      return [`${arg} => ${text}::${types[at]}`]
    })
    return `select jsonb_agg(to_jsonb(answer))::text from public.${name}(${given.join(', ')}) answer`
  })
}

/** The names of keys with a value, at any depth. */
function keysOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(keysOf)
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) =>
    value === null ? [] : [key, ...keysOf(value)],
  )
}

describe('answers of functions', () => {
  it('have no value that the role may not read, under any key', async () => {
    const wrong: string[] = []
    const known = new Set<string>()
    for (const signature of await readers()) {
      const texts = calls(signature)
      const cells = ROLES.flatMap((role) => texts.map((text) => ({ role, text })))
      const answers = await ask(
        fixture.db,
        cells.map(({ role, text }) => ({ who: fixture.role[role], text })),
      )
      for (const [n, { role, text }] of cells.entries()) {
        const answer = answers[n]!
        if (!/^[[{]/.test(answer)) continue
        const call = `${role}: ${text}`
        for (const [names, permission] of HIDDEN_KEYS) {
          const found = keysOf(JSON.parse(answer)).filter((key) => names.test(key))
          if (scopeOfRole(role, permission)) for (const key of found) known.add(key)
          else if (found.length > 0) wrong.push(`${call}: ${[...new Set(found)]}`)
        }
        const secret = secretIn(role, answer)
        if (secret) wrong.push(`${call}: ${secret}`)
      }
    }
    expect(wrong).toEqual([])
    // The calls are such that whoever may read them gets values.
    expect([...known].sort()).toEqual(
      expect.arrayContaining([
        'below_cost',
        'booking_count',
        'cost',
        'cost_value',
        'def_cost',
        'margin_value',
        'owner_email',
        'purchased',
        'supplier',
      ]),
    )
  }, 240_000)

  it('and rows of tables have nowhere the values themselves', async () => {
    const wrong: string[] = []
    for (const table of Object.keys(COLUMNS)) {
      const columns = declaredColumns(table).open.map((column) => `t.${column}::text`)
      const text = `select string_agg(concat_ws(' ', ${columns.join(', ')}), ' ') from public.${table} t`
      const answers = await ask(
        fixture.db,
        ROLES.map((role) => ({ who: fixture.role[role], text })),
      )
      for (const [n, role] of ROLES.entries()) {
        const secret = secretIn(role, answers[n]!)
        if (secret) wrong.push(`${role} reads ${table}: ${secret}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('do not tell by a filter, a search or an order what the role may not read', async () => {
    const told = async (role: Role, call: string) =>
      JSON.stringify(
        await fixture.db
          .as(fixture.role[role], `select * from public.${call}`, [fixture.a])
          .catch(({ code }) => code),
      )
    const pairs: [asked: string, plain: string][] = [
      [
        `product_list($1::uuid, '{"search": "${SUPPLIER}"}')`,
        `product_list($1::uuid, '{"search": "nobody"}')`,
      ],
      [
        `product_list($1::uuid, '{"below_cost": true}')`,
        `product_list($1::uuid, '{"search": "nobody"}')`,
      ],
      [`product_list($1::uuid, '{"sort": "-cost"}')`, `product_list($1::uuid, '{"sort": "name"}')`],
      [
        `inventory_totals($1::uuid, '{"below_cost": true}')`,
        `inventory_totals($1::uuid, '{"search": "nobody"}')`,
      ],
      [
        `inventory_actual($1::uuid, '{"supplier": "${SUPPLIER}"}')`,
        `inventory_actual($1::uuid, '{"search": "nobody"}')`,
      ],
      [
        `inventory_actual($1::uuid, '{"search": "${SUPPLIER}"}')`,
        `inventory_actual($1::uuid, '{"search": "nobody"}')`,
      ],
      [
        `report_inventory($1::uuid, '{"supplier": "${SUPPLIER}"}')`,
        `report_inventory($1::uuid, '{"supplier": "nobody"}')`,
      ],
      [
        `report_inventory($1::uuid, '{"sort": "cost_value"}')`,
        `report_inventory($1::uuid, '{"sort": "margin_value"}')`,
      ],
      [
        `choices($1::uuid, '[{"of": "product_suppliers"}]')`,
        `choices($1::uuid, '[{"of": "areas", "words": ["nobody"]}]')`,
      ],
      [`search_documents($1::uuid, '${SUPPLIER}')`, `search_documents($1::uuid, 'nobody at all')`],
    ]
    for (const [asked, plain] of pairs) {
      for (const role of ROLES.filter((one) => !scopeOfRole(one, 'costs.read')))
        expect(await told(role, asked), `${role} ${asked}`).toBe(await told(role, plain))
      if (!asked.startsWith('search'))
        expect(await told('special access 1', asked), asked).not.toBe(
          await told('special access 1', plain),
        )
    }
  })
})

/** The first of the secret values in an answer that the role may not read. */
function secretIn(role: Role, answer: string): string | null {
  const secrets = [
    [SUPPLIER, 'costs.read'],
    [COST, 'costs.read'],
    [OWNER, 'settings.read'],
  ] as const
  const found = secrets.find(
    ([value, permission]) => !scopeOfRole(role, permission) && answer.includes(value),
  )
  return found?.[0] ?? null
}

describe('permissions that show costs by the way', () => {
  it('are held with costs.read alone', () => {
    const tell = [
      'purchases.read',
      'purchases.write',
      'products.write',
      'product_edits.request',
      'product_edits.decide',
      'reports.purchase',
      'audit.read',
    ] as const
    for (const role of ROLES)
      if (tell.some((permission) => scopeOfRole(role, permission)))
        expect(scopeOfRole(role, 'costs.read'), role).toBe('all')
  })
})
