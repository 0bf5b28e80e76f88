import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../../app/platform/db/command.server.ts'
import { keysetAt, type Page } from '../../../app/platform/db/keyset.ts'
import { readOrder } from '../../../app/platform/db/orders.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { sendCommand } from '../../../tools/send-command.ts'
import { NOTHING, ORDERED_LISTS, type Value } from '../../support/ordered-lists.ts'
import { openTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let sql: ReturnType<typeof postgres>
const people: Record<string, Db> = {}

/** People who see all rows of a list, and some who see their own. */
const READERS = [
  'special-access-1',
  'finance-admin',
  'expenses-and-disbursements',
  'agent-2',
  'collector',
]

beforeAll(async () => {
  backend = (await openTestBackend('postgres', 'demo'))!
  sql = postgres(backend.url!, { max: 1, onnotice: () => {} })
  for (const login of READERS)
    people[login] = await signInAs(backend.backend, {
      email: `${login}@demo.test`,
      password: DEMO_PASSWORD,
    })
  await addMissing(people['special-access-1']!)
})
afterAll(async () => {
  await sql?.end()
  await backend?.drop()
})

/** Adds memos and transfers, of which the demo company has too few. */
async function addMissing(db: Db) {
  const customers = rows(
    await db
      .from('customers')
      .select('id, agent_id')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .order('id')
      .limit(4),
  )
  for (const { id } of [...customers, ...customers])
    await sendCommand(db, 'create_memo', DEMO_ID, randomUUID(), {
      p_memo: { kind: 'debit', reason: 'other', note: 'Fee', customer_id: id, amount: '10.00' },
    })
  const agents = rows(await db.from('memberships').select('user_id').eq('role', 'Agent'))
  for (const { id, agent_id } of customers)
    await sendCommand(db, 'transfer_customers', DEMO_ID, randomUUID(), {
      p_transfer: {
        customer_ids: [id],
        target_agent_id: agents.find(({ user_id }) => user_id !== agent_id)!.user_id,
        reason: 'New round',
      },
    })
}

/** Sorts values as PostgreSQL does. */
async function sorted(values: readonly Value[], descending: boolean): Promise<Value[]> {
  const type = typeof values[0] === 'number' ? 'numeric' : 'text'
  const found = await sql.unsafe(
    `select v from unnest($1::${type}[]) v order by v ${descending ? 'desc' : ''}`,
    [values as never],
  )
  return found.map(({ v }) => (type === 'numeric' ? Number(v) : v))
}

/** Pages that began between two rows with the same value. */
let tied = 0

describe.each(Object.entries(ORDERED_LISTS))(
  'the list of %s',
  (_name, { orders, page, values }) => {
    it.each(Object.keys(orders).flatMap((key) => [key, `-${key}`]))(
      'pages on and back by %s, each row once',
      async (sort) => {
        const value = values[sort.replace('-', '')]!
        const { paging } = readOrder(`${NOTHING}?sort=${sort}`, orders)
        let most = 0
        for (const [login, db] of Object.entries(people)) {
          const at = (place: { after: string | null; before?: string }, size: number) =>
            page(db, keysetAt(place, { ...paging, size }), sort).catch(refused)
          const whole = await at({ after: null }, 900)
          if (!whole) continue
          const of = whole.rows.map(value)
          most = Math.max(most, of.length)
          expect(of, login).toEqual(await sorted(of, sort.startsWith('-')))
          expect(new Set(idsOf([whole])).size).toBe(of.length)

          // Some ten pages, of one row where there are few.
          const size = Math.ceil(of.length / 10) || 1
          const pages = [(await at({ after: null }, size))!]
          for (let last = pages[0]!; last.older; pages.push(last))
            last = (await at({ after: last.older }, size))!
          expect(idsOf(pages), login).toEqual(idsOf([whole]))
          const back = [pages.at(-1)!]
          for (let first = back[0]!; first.newer; back.unshift(first))
            first = (await at({ after: null, before: first.newer }, size))!
          expect(idsOf(back), `back as ${login}`).toEqual(idsOf(pages))
          tied += pages.filter(
            ({ rows: [first] }, n) => n > 0 && value(pages[n - 1]!.rows.at(-1)!) === value(first!),
          ).length
        }
        expect(most).toBeGreaterThan(1)
      },
    )
  },
)

it('pages began between equal values', () => {
  expect(tied).toBeGreaterThan(40)
})

const idsOf = (pages: readonly Page<{ id: string }>[]) =>
  pages.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Some people may not see a list at all. */
function refused(error: unknown): null {
  if (error instanceof Response && error.status === 403) return null
  throw error
}

it('SQL functions refuse an order that the list does not have, at its field', async () => {
  for (const name of [
    'customer_list',
    'product_list',
    'receipt_list',
    'memo_list',
    'deposit_list',
    'remittance_list',
    'bad_order_list',
    'cheque_register',
    'issued_register',
    'purchase_list',
    'voucher_list',
  ] as const)
    for (const sort of ['nonsense', '--on', '-']) {
      const { error } = await people['special-access-1']!.rpc(name, {
        p_project: DEMO_ID,
        p_filters: { sort },
      })
      expect(error, `${name} ${sort}`).toMatchObject({ code: '22023', details: 'sort' })
    }
})
