import { randomUUID } from 'node:crypto'
import { ROLES, type Role } from '../../../app/platform/access/permissions.ts'
import { addDays } from '../../../app/platform/values/dates.ts'
import type { TestDatabase } from '../database.ts'
import type { BooksCompany } from './books.ts'
import { look } from './snapshot.ts'

/** No rule of two people holds for who is the whole office, whom one-person.test.ts plays. */
const PLAYED = ROLES.filter((role) => role !== 'one-person office')
/** Some roles have two people, so that they can work on the same document. */
const STAFF: readonly Role[] = [...PLAYED, 'Agent', 'finance admin', 'special access 1']

/** A new company with its people, three products, two bank accounts, a payee whose account is confirmed, and a releaser; nothing else. */
export async function openCompany(
  db: TestDatabase,
  admin: string,
  timeZone: string,
  today: string,
): Promise<BooksCompany> {
  const id = randomUUID()
  const rpc = (name: string, args: object) =>
    db.rpc(admin, name, { p_project: id, p_idempotency_key: randomUUID(), ...args })
  await rpc('create_project', {
    p_details: {
      ...{ name: `Model ${id}`, time_zone: timeZone },
      ...{ product_categories1: ['Food', 'Drinks'], product_categories3: ['Dry'] },
    },
  })
  // Many memos wait for a second person.
  await rpc('update_project', { p_version: 1, p_details: { memo_approval_above: '10.00' } })
  const users = STAFF.map((role, n) => ({ role, name: `${role} ${n}`, user_id: randomUUID() }))
  await db.sql(
    `insert into auth.users (id, email) select x::uuid, x || '@model.test' from unnest(string_to_array($1, ',')) x`,
    [users.map(({ user_id }) => user_id).join(',')],
  )
  for (const { role, name, user_id } of users)
    await rpc('provision_member', {
      p_member: { user_id, role, email: `${user_id}@model.test`, display_name: name },
    })
  const keeper = users.find(({ role }) => role === 'special access 1')!.user_id
  const made = (table: string, columns: string, values: string[]) => {
    const key = randomUUID()
    const params = values.map((_, n) => `$${n + 3}::text`)
    const text = `insert into public.${table} (project_id, id, ${columns}) values ($1::uuid, $2::uuid, ${params.join(', ')})`
    return db.as(keeper, text, [id, key, ...values]).then(() => key)
  }
  await made('products', 'description, material_code, category1, category3', [
    'A',
    'A',
    'Food',
    'Dry',
  ])
  await made('products', 'description, material_code, category1', ['B', 'B', 'Food'])
  await made('products', 'description, material_code', ['C', 'C'])
  const banks = [
    await made('banks', 'bank, account_no', ['First', '1']),
    await made('banks', 'bank, account_no', ['Second', '2']),
  ]
  const payee = await made('payees', 'fname, account_no', ['Landlord', 'L-1'])
  const finance = users.find(({ role }) => role === 'finance admin')!.user_id
  await db.rpc(finance, 'confirm_payee_account', {
    ...{ p_project: id, p_idempotency_key: randomUUID(), p_payee: payee, p_version: 1 },
  })
  const releaser = await made('releasers', 'fname, lname', ['Ana', 'Cruz'])
  const { books, versions } = await look(db, id)
  return {
    ...{ id, today, books, versions, banks, payee, releaser, admin, lineIds: {}, ids: {} },
    memory: {
      createdBy: Object.fromEntries(Object.keys(books.products).map((id) => [id, keeper])),
      ...{ transferredAt: {}, hasEvents: {}, editedBy: {}, importOf: {}, issued: {} },
      ...{ returnedOn: {}, bad: {}, countsFrom: {}, transferredOn: {} },
      ...{ categories: {}, costs: {}, bought: {}, purchased: [], broughtBack: [], writtenOff: {} },
      ...{ changes: {}, memos: {}, charges: [], fees: [], paidOn: {}, cancelledOn: {} },
      opposedOn: {},
      ...{
        lines: {},
        prices: {},
        soldAt: {},
        credits: {},
        creditedOn: {},
        ever: {},
        paidBefore: {},
        approvedAt: {},
        movedOn: {},
        approvals: 0,
        handedOn: {},
        cash: [],
        paidFromOffice: [],
        bank: [],
        chequeBank: {},
        statements: [],
        merging: [],
      },
    },
  }
}

/** Goods and two customers, with whom every sequence begins. */
export function firstCalls(company: BooksCompany) {
  const person = (role: Role) =>
    Object.keys(company.books.people).find((id) => company.books.people[id]!.role === role)!
  const by = person('special access 1')
  const lines = Object.keys(company.books.products).map((product_id) => ({
    ...{ product_id, quantity: 25, cost: '5.00', prod_srp: '10.00' },
  }))
  const purchase = {
    po_no: 'PO-1',
    supplier: 'Supplier',
    kind: 'purchase',
    // Before the earliest day on which anything happens.
    date_added: addDays(company.today, -45),
    lines,
  }
  const customer = (name: string, credit_line: string | null) => ({
    ...{ name: 'request_customer', by },
    args: { p_customer: { name, agent_id: person('Agent'), credit_line, terms_days: '30' } },
  })
  return [
    { name: 'create_purchase', by, args: { p_purchase: purchase } },
    customer('Corner Store', null),
    customer('Market Store', '900.00'),
  ]
}
