import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PostgrestError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES, ensureCompany } from '../../scripts/demo/people.ts'
import { ensureAdmin, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { openTestBackend, type TestBackend } from './test-backend.ts'

type Call = Parameters<Db['rpc']>[0]
type Table = 'audit_log' | 'customers' | 'inventory' | 'purchases' | 'warehouse_requests'
type Made = { id: string; version: number }
export type FieldBooking = Made & { so_no: string; total: string }

/** The API's refusal: SQLSTATE, hint and field, as docs/field-api.md lists them. */
interface Refusal {
  code: string
  hint?: string
  details?: string
}

/** The app of a person in one company: commands and refusals through supabase-js alone. */
export class FieldApp {
  constructor(
    readonly db: Db,
    readonly project: string,
    private readonly seen: Set<string>,
  ) {}

  /** Runs a command; a refusal fails the test. */
  async runCommand<T = Made>(
    name: Call,
    args: object,
    idempotencyKey: string = randomUUID(),
  ): Promise<T> {
    const { data, error } = await this.send(name, args, idempotencyKey)
    if (error) throw new Error(`${name}: ${error.code} ${error.message}`)
    return data as T
  }

  /** Expects the refusal, and remembers it for the comparison with the document. */
  async refused(name: Call, args: object, refusal: Refusal, idempotencyKey: string = randomUUID()) {
    this.expectRefusal((await this.send(name, args, idempotencyKey)).error, refusal)
  }

  expectRefusal(error: PostgrestError | null, refusal: Refusal): void {
    expect(error).toMatchObject(refusal)
    // Hints of the product are one word; hints of the API itself are sentences.
    const hint = /^\w+$/.test(error?.hint ?? '') ? error?.hint : null
    this.seen.add([error?.code, hint].filter(Boolean).join(' '))
  }

  /** Counts the rows of a table that the person sees in the company. */
  async count(table: Table): Promise<number> {
    return rows(await this.db.from(table).select('project_id').eq('project_id', this.project))
      .length
  }

  private send(name: Call, args: object, p_idempotency_key: string) {
    return this.db.rpc(name, { p_project: this.project, p_idempotency_key, ...args } as never)
  }
}

/** The refusals that the document promises: the first two columns of its table of errors. */
export function documentedRefusals(): string[] {
  const [, table = ''] = readFileSync('docs/field-api.md', 'utf8').split('## Errors')
  return [...table.matchAll(/^\| `([A-Z0-9]+)` +\| (?:`(\w+)`)?/gm)].map(([, code, hint]) =>
    [code, hint].filter(Boolean).join(' '),
  )
}

/** The demo's people on a fresh database of the suite's engine, five hundred pieces of one product in stock. */
export function fieldFixture() {
  const [company, other] = [COMPANIES[0]!, COMPANIES[1]!]
  const project = company.id
  const seen = new Set<string>()
  const product = randomUUID()
  const people = {} as Record<'staff' | 'finance' | 'agent' | 'second' | 'stranger', FieldApp>
  let testBackend: TestBackend
  let serial = 0

  async function as(login: string, { id, domain } = company) {
    const who = { email: `${login}@${domain}`, password: DEMO_PASSWORD }
    return new FieldApp(await signInAs(testBackend.backend, who), id, seen)
  }

  beforeAll(async () => {
    testBackend = (await openTestBackend(inject('postgres') ? 'postgres' : 'pglite'))!
    const who = { email: 'admin@demo.test', password: DEMO_PASSWORD }
    const admin = await ensureAdmin(testBackend.backend, who)
    for (const each of [company, other]) await ensureCompany(testBackend.backend, admin, each)
    const staff = await as('special-access-1')
    Object.assign(people, {
      staff,
      finance: await as('finance-admin'),
      agent: await as('agent'),
      second: await as('agent-2'),
      stranger: await as('agent', other),
    })
    // The user who sets the first SRP of a product does not validate its bookings.
    const { error } = await (await as('sales-admin')).db.from('products').insert({
      ...{ id: product, project_id: project, description: 'Rice', material_code: 'R-1' },
      def_srp: 10,
    })
    if (error) throw new Error(error.message)
    await staff.runCommand('create_purchase', {
      p_purchase: {
        po_no: 'PO-1',
        supplier: 'S',
        lines: [{ product_id: product, quantity: 500, cost: '7.00', prod_srp: '10.00' }],
      },
    })
  }, 180_000)
  afterAll(() => testBackend?.drop())

  const line = (quantity: unknown = 3, agent_srp: unknown = '10.00') => ({
    product_id: product,
    quantity,
    agent_srp,
  })
  const at = ({ id, version }: Made) => ({ p_booking: id, p_version: version })

  return {
    project,
    seen,
    people,
    as,
    line,
    at,
    idOf: async ({ db }: FieldApp) => (await db.auth.getUser()).data.user!.id,

    /** A cash receipt under a number of its own. */
    receipt: (customer_id: string, amount: string, rest: object = {}) => ({
      p_collection: {
        customer_id,
        collection_type: 'cash',
        amount,
        cr_no: `CR-F${++serial}`,
        ...rest,
      },
    }),

    /** An approved customer of an agent, by the agent's request and the staff's decision. */
    async customer(name: string, of = people.agent): Promise<string> {
      const { id, version } = await of.runCommand('request_customer', { p_customer: { name } })
      await people.finance.runCommand('decide_customer', {
        p_customer: id,
        p_version: version,
        p_decision: 'approved',
        p_credit_line: null,
      })
      return id
    },

    /** A pending booking of three pieces at 10.00. */
    book: (customer_id: string, by = people.agent, idempotencyKey: string = randomUUID()) =>
      by.runCommand<FieldBooking>(
        'create_booking',
        { p_booking: { customer_id, lines: [line()] } },
        idempotencyKey,
      ),

    /** Makes a booking that staff validated and, on request, delivered. */
    async sold(customer_id: string, delivered = false) {
      const made = await this.book(customer_id)
      const { version } = await people.staff.runCommand('validate_booking', at(made))
      if (!delivered) return { ...made, version }
      const sent = await people.staff.runCommand('deliver_booking', {
        ...at({ ...made, version }),
        p_date: null,
      })
      return { ...made, version: sent.version }
    },
  }
}
