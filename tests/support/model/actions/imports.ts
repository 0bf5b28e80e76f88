import { addDays } from '../../../../app/platform/values/dates.ts'
import {
  action,
  centsOf,
  closedDay,
  type Dice,
  holds,
  type ModelAction,
  pesos,
  stale,
  touch,
} from '../action.ts'
import type { BooksCompany } from '../books.ts'
import { millionths, priceOf } from '../prices.ts'
import { activeAgent, agents, lineSet } from './customers.ts'

interface ProductRow {
  description: string
  material_code: string
  def_cost: string
  def_srp: string
}
interface CustomerRow {
  name: string
  agent: string
  terms_days: string
  invoice_no: string
  invoice_date: string
  amount: string
}

/** Rows of a sheet that cannot be taken are answered, not refused: nothing is written then. */
const wrongProducts = ({ books }: BooksCompany, rows: readonly ProductRow[]) => {
  const codes = [...Object.values(books.products).map(({ code }) => code)]
  return rows.some(({ material_code }) => codes.includes(material_code))
}
const agentOf = (company: BooksCompany, name: string) =>
  Object.entries(agents(company)).filter(([, person]) => person.name === name)
const wrongCustomers = (company: BooksCompany, rows: readonly CustomerRow[]) => {
  const numbers = Object.values(company.books.bookings).map(({ invoice_no }) => invoice_no)
  return rows.some(
    ({ agent, invoice_no, invoice_date }) =>
      (invoice_no !== '' && closedDay(company, invoice_date)) ||
      agentOf(company, agent).filter(([id]) => activeAgent(company, id)).length !== 1 ||
      (invoice_no !== '' && numbers.includes(invoice_no)),
  )
}

export const importActions: Record<string, ModelAction> = {
  import_products: action<{ p_import: { rows: ProductRow[] } }>({
    needs: 'products.write',
    often: 1,
    choose(company, dice) {
      const known = Object.values(company.books.products).map(({ code }) => code)
      const rows = Array.from({ length: dice.upTo(2) }, () => {
        const material_code = dice.chance(0.15) ? dice.one(known) : dice.no('P')
        return { description: 'Imported', material_code, def_cost: '1.00', def_srp: '9.00' }
      })
      return { p_import: { rows } }
    },
    judge: () => [],
    done(company, { p_import: { rows } }, { id }, by) {
      if (wrongProducts(company, rows)) return
      company.books.imports[id!] = { kind: 'products', status: 'done' }
      for (const { material_code: code, def_srp, def_cost } of rows) {
        company.books.products[`new ${code}`] = {
          ...{ code, purchased: 0, supplier_returned: 0, used: 0, returned: 0, adjusted: 0 },
          ...{ reserved: 0, bad: 0, live: priceOf(def_srp), categories: { 1: null, 3: null } },
          ...{ cost: priceOf(def_cost), value: 0, merged: null },
        }
        company.memory.importOf[`new ${code}`] = id!
        company.memory.createdBy[`new ${code}`] = by
        const srp = millionths(priceOf(def_srp))
        company.memory.prices[`new ${code}`] = [{ by, srp }]
      }
    },
  }),

  import_customers: action<{ p_import: { rows: CustomerRow[] } }>({
    needs: 'customers.decide',
    often: 1,
    choose: (company, dice) => ({
      p_import: { rows: Array.from({ length: dice.upTo(2) }, () => customerRow(company, dice)) },
    }),
    judge: () => [],
    done(company, { p_import: { rows } }, { id }, by) {
      if (wrongCustomers(company, rows)) return
      company.books.imports[id!] = { kind: 'customers', status: 'done' }
      for (const row of rows) importCustomer(company, row, id!, by)
    },
  }),

  undo_import: action<{ p_import: string; p_version: number }>({
    needs: [
      'bookings.write',
      'collections.record',
      'customers.decide',
      'masters.write',
      'products.write',
      'purchases.write',
    ],
    often: 2,
    choose(company, dice) {
      const id = dice.doc(company.books.imports, ({ status }) => status === 'done')
      return id ? { p_import: id, p_version: dice.version(company, id) } : null
    },
    judge(company, { p_import, p_version }, by) {
      const found = company.books.imports[p_import]
      const needed = found?.kind === 'products' ? 'products.write' : 'customers.decide'
      if (!found || !holds(company, by, needed)) return ['not_found']
      return [
        stale(company, p_import, p_version),
        found.status !== 'done' && 'wrong_state',
        rowsOf(company, p_import).some((id) => used(company, id)) && 'wrong_state',
        Object.values(company.books.bookings).some(
          ({ customer, invoiced }) =>
            rowsOf(company, p_import).includes(customer) && closedDay(company, invoiced),
        ) && 'period_closed',
      ]
    },
    done(company, { p_import }) {
      company.books.imports[p_import]!.status = 'undone'
      touch(company, p_import)
      for (const id of rowsOf(company, p_import)) {
        delete company.books.products[id]
        delete company.books.customers[id]
        for (const [key, { customer }] of Object.entries(company.books.bookings))
          if (customer === id) delete company.books.bookings[key]
      }
    },
  }),
}

function customerRow(company: BooksCompany, dice: Dice): CustomerRow {
  const owes = dice.chance(0.7)
  return {
    name: dice.no('Imported'),
    agent: dice.chance(0.95) ? company.books.people[dice.doc(agents(company))!]!.name : 'Nobody',
    terms_days: '15',
    invoice_no: owes ? dice.no('OLD') : '',
    invoice_date: owes ? addDays(company.today, -dice.upTo(90)) : '',
    amount: owes ? pesos(10_00 * dice.upTo(30)) : '',
  }
}

/** An approved customer, and what it owes from before as a booking without lines. */
function importCustomer(company: BooksCompany, row: CustomerRow, id: string, by: string): void {
  const key = `new ${row.name}`
  const [[agent] = ['']] = agentOf(company, row.agent).filter(([id]) => activeAgent(company, id))
  company.books.customers[key] = {
    ...{ name: row.name, agent, status: 'approved', credit_line: null, tin: null },
    ...{ group: null, list: null, merged: null },
    terms: Number(row.terms_days),
  }
  company.memory.importOf[key] = id
  lineSet(company, key, by)
  if (row.invoice_no === '') return
  const day = row.invoice_date
  company.books.bookings[`new OB-${row.invoice_no}`] = {
    ...{ so_no: `OB-${row.invoice_no}`, customer: key, agent, opening: true, approval: 'approved' },
    ...{ closed: 'active', hold: false, override: false, total: centsOf(row.amount), added: day },
    discount: 0,
    ...{ invoice_no: row.invoice_no, invoiced: day, delivered: day, lines: [] },
    due: addDays(day, Number(row.terms_days)),
  }
}

/** Returns the rows of an import that were not removed. */
const rowsOf = ({ books, memory }: BooksCompany, id: string) =>
  Object.keys(memory.importOf).filter(
    (key) => memory.importOf[key] === id && (books.products[key] ?? books.customers[key]),
  )

const hasItem = (items: Record<string, unknown>, id: string) =>
  Object.keys(items).some((key) => key.startsWith(`${id}@`))

/** Something depends on it, or it was changed. */
function used({ books, memory, versions }: BooksCompany, id: string): boolean {
  const lines = [...Object.values(books.purchases), ...Object.values(books.bookings)]
  if (lines.some((of) => of.lines.some(({ product }) => product === id))) return true
  if (Object.values(books.counts).some((count) => count.lines[id])) return true
  if (Object.values(books.priceLists).some(({ items }) => hasItem(items, id))) return true
  if (Object.values(books.badOrders).some((of) => of.lines.some(([key]) => key === id))) return true
  if (Object.values(books.products).some(({ merged }) => merged === id)) return true
  if (memory.hasEvents[id] || (versions[id] ?? 1) > 1) return true
  if (Object.values(books.receipts).some(({ customer }) => customer === id)) return true
  return Object.entries(books.bookings).some(
    ([key, { customer, opening }]) => customer === id && (!opening || (versions[key] ?? 1) > 1),
  )
}
