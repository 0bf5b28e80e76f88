import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { type FieldApp, fieldFixture } from '../support/field.ts'

/** Closed columns (access-columns.ts), asked for in every spelling of an address that the API knows. */
const fixture = fieldFixture()
const SUPPLIER = 'Kept Secret Suppliers'
const COST = '7531.59'
const OWNER = 'owner@kept-secret.test'
const SECRETS = new RegExp(`${SUPPLIER}|${COST}|${OWNER}`, 'i')
const ROLES = ['agent', 'collector', 'warehouse', 'general-manager'] as const
const apps = {} as Record<(typeof ROLES)[number], FieldApp>

beforeAll(async () => {
  const { staff } = fixture.people
  for (const role of ROLES) apps[role] = await fixture.as(role)
  const { error } = await staff.db
    .from('products')
    .update({ supplier: SUPPLIER, def_cost: COST as never })
    .eq('project_id', fixture.project)
  expect(error).toBeNull()
}, 180_000)

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends an address as it is written, with the person's token. */
async function send(db: Db, path: string, { method = 'GET', headers, body }: Sent = {}) {
  const { rest } = db as unknown as { rest: { url: string; fetch: typeof fetch } }
  const response = await rest.fetch(`${rest.url}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const CSV = { accept: 'text/csv' }
const ONE = { accept: 'application/vnd.pgrst.object+json' }
const ROWS = { Prefer: 'return=representation' }

/** The columns that nobody selects, by table. */
const CLOSED: readonly [table: string, column: string][] = [
  ['products', 'def_cost'],
  ['products', 'supplier'],
  ['inventory', 'stock_value'],
  ['inventory', 'purchased'],
  ['projects', 'owner_email'],
  ['projects', 'settings'],
]

/** Every way to name a column of a table in a question. */
const spellings = (table: string, column: string): [path: string, sent?: Sent][] => {
  const hex = `%${column.charCodeAt(0).toString(16)}${column.slice(1)}`
  return [
    [table],
    [`${table}?select=*`],
    [`${table}?select=%2a`],
    [`${table}?select=*,project_id`],
    [`${table}?select=${column}`],
    [`${table}?select=${hex}`],
    [`${table}?select="${column}"`],
    [`${table}?select=%20${column}%20`],
    [`${table}?select=x:${column}`],
    [`${table}?select=x:"${column}"::text`],
    [`${table}?select=${column}::text`],
    [`${table}?select=${column}->>0`],
    [`${table}?select=${column}.count()`],
    [`${table}?select=${column}.max()`],
    [`${table}?select=x:${column}.min()`],
    [`${table}?select=project_id,${column}.sum()`],
    [`${table}?select=${column}&select=project_id`],
    [`${table}?select=project_id,${column}`, { headers: CSV }],
    [`${table}?select=${column}&limit=1`, { headers: ONE }],
    [`${table}?select=${column}`, { method: 'HEAD', headers: { Prefer: 'count=exact' } }],
    [`${table}?select=project_id&${column}=not.is.null`],
    [`${table}?select=project_id&${hex}=not.is.null`],
    [`${table}?select=project_id&"${column}"=not.is.null`],
    [`${table}?select=project_id&${column}=eq.5`],
    [`${table}?select=project_id&${column}=in.(5,6)`],
    [`${table}?select=project_id&not.and=(${column}.is.null)`],
    [`${table}?select=project_id&or=(${column}.is.null,project_id.is.null)`],
    [`${table}?select=project_id&and=(or(${column}.is.null,project_id.is.null))`],
    [`${table}?select=project_id&or=(not.and(${column}.is.null))`],
    [`${table}?select=project_id&order=${column}`],
    [`${table}?select=project_id&order=${column}.desc.nullslast`],
    [`${table}?select=project_id&order=project_id,"${column}".asc`],
    [`${table}?select=project_id&order=${hex}&limit=1`],
    [
      `${table}?select=project_id&${column}=gt.0`,
      { method: 'HEAD', headers: { Prefer: 'count=exact' } },
    ],
  ]
}

/** The same through tables beside it. */
const EMBEDDED: [path: string, sent?: Sent][] = [
  ['inventory?select=product_id,products(*)'],
  ['inventory?select=product_id,p:products(c:def_cost)'],
  ['inventory?select=product_id,...products(def_cost)'],
  ['inventory?select=product_id,...products(*)'],
  ['inventory?select=product_id,"products"("supplier")'],
  ['inventory?select=product_id,products(def_cost.sum())'],
  ['inventory?select=product_id,products!inner(id)&products.def_cost=gt.5'],
  ['inventory?select=product_id,p:products!inner(id)&p.supplier=ilike.*secret*'],
  ['inventory?select=product_id,products!inner(id)&products.or=(def_cost.gt.5,id.is.null)'],
  ['inventory?select=product_id,products(id)&products.order=def_cost'],
  ['inventory?select=product_id,products(id)&order=products(def_cost)'],
  ['products?select=id,inventory(*)'],
  ['products?select=id,inventory(stock_value)'],
  ['products?select=id,projects(settings->maker_checker)'],
  ['products?select=id,...projects(owner_email)'],
  ['memberships?select=user_id,projects(*)'],
  ['memberships?select=user_id,projects!inner(id)&projects.owner_email=like.*secret*'],
]

describe('a column that nobody selects', () => {
  it.each(CLOSED)('%s.%s is refused in every spelling, to everybody', async (table, column) => {
    const answered: unknown[] = []
    for (const role of ROLES)
      for (const [path, sent] of spellings(table, column)) {
        const { status, text } = await send(apps[role].db, path, sent)
        if (status < 300 || status >= 500 || SECRETS.test(text))
          answered.push([role, sent?.method ?? 'GET', path, status, text.slice(0, 200)])
      }
    expect(answered).toEqual([])
  })

  it.each(ROLES)('is refused to %s through tables beside it', async (role) => {
    const answered: unknown[] = []
    for (const [path, sent] of EMBEDDED) {
      const { status, text } = await send(apps[role].db, path, sent)
      if (status < 300 || status >= 500 || SECRETS.test(text))
        answered.push([path, status, text.slice(0, 200)])
    }
    expect(answered).toEqual([])
  })

  it('comes back in no answer to a write', async () => {
    const { db, project } = fixture.people.staff
    const found = await send(db, `products?select=id&project_id=eq.${project}&limit=1`)
    const { id } = (JSON.parse(found.text) as { id: string }[])[0]!
    const answered: unknown[] = []
    for (const select of [
      '',
      '&select=*',
      '&select=def_cost',
      '&select=id,x:supplier',
      '&select=inventory(*)',
    ])
      for (const [method, path, body] of [
        ['PATCH', `products?id=eq.${id}${select}`, { reorder_level: 5 }],
        ['PATCH', `products?id=eq.${id}&def_cost=gt.5&select=id`, { reorder_level: 5 }],
        [
          'PATCH',
          `products?project_id=eq.${project}&order=def_cost&limit=1${select}`,
          { reorder_level: 5 },
        ],
        [
          'POST',
          `products?on_conflict=id${select}`,
          { id, project_id: project, description: 'Rice', material_code: 'R-1' },
        ],
      ] as const) {
        const prefer =
          method === 'POST' ? 'return=representation,resolution=merge-duplicates' : ROWS.Prefer
        const { status, text } = await send(db, path, { method, body, headers: { Prefer: prefer } })
        if (status < 300 || status >= 500 || SECRETS.test(text))
          answered.push([method, path, status, text])
      }
    expect(answered).toEqual([])
  })

  it.each(['agent', 'warehouse'] as const)(
    'is not told to %s by a function, its filters or its order',
    async (role) => {
      const { db, project } = apps[role]
      const list = (query: string, filters: object = {}) =>
        send(db, `rpc/product_list?${query}`, {
          method: 'POST',
          body: { p_project: project, p_filters: filters },
        })
      const all = JSON.parse((await list('select=id')).text) as unknown[]
      expect(all.length).toBeGreaterThan(0)
      for (const filter of [
        'def_cost=gt.0',
        'def_cost=lt.0',
        'supplier=not.is.null',
        'below_cost=is.true',
        'below_cost=is.false',
      ])
        expect(JSON.parse((await list(`select=id&${filter}`)).text), filter).toEqual([])
      expect(
        JSON.parse((await list('select=id&def_cost=is.null&supplier=is.null')).text),
      ).toHaveLength(all.length)
      for (const filters of [{ search: 'kept secret' }, { below_cost: true }])
        expect(
          JSON.parse((await list('select=id', filters)).text),
          JSON.stringify(filters),
        ).toEqual([])
      for (const query of [
        'select=*',
        'select=x:def_cost',
        'select=supplier,sort_key',
        'order=def_cost.desc',
      ]) {
        for (const sort of ['cost', '-cost', 'supplier'])
          for (const accept of ['application/json', 'text/csv']) {
            const { text } = await send(db, `rpc/product_list?${query}`, {
              method: 'POST',
              headers: { accept },
              body: { p_project: project, p_filters: { sort } },
            })
            expect(text).not.toMatch(SECRETS)
          }
      }
    },
  )
})

describe('what an Agent reads of stock, by decision', () => {
  it('is what can be sold, what bookings hold, and the reorder level: no money, no names', async () => {
    const { db } = apps.agent
    const { status, text } = await send(
      db,
      'inventory?select=available,on_hand,reserved,reorder_level,below_reorder,current_srp&limit=1',
    )
    expect(status).toBe(200)
    expect(Object.keys((JSON.parse(text) as object[])[0]!).sort()).toEqual([
      'available',
      'below_reorder',
      'current_srp',
      'on_hand',
      'reorder_level',
      'reserved',
    ])
  })
})
