import { randomUUID } from 'node:crypto'
import type { Bench, BenchSection } from '../context.ts'
import { type Line, ms } from '../measure.ts'

const ROWS = 10_000
const LINES = 5
const MINUTE_MS = 60_000

type Row = Record<string, string>

/** Measures imports of 10,000 rows, as the screen sends them: a preview, then the import. */
export const imports: BenchSection = {
  name: 'imports',
  title: 'Imports of 10,000 rows',
  about: `Each sheet is looked at and then imported, as somebody who may, with row-level security. Purchases and bookings have ${LINES} lines each; every receipt and open invoice is a document of its own.`,
  async run(bench) {
    const lines: Line[] = []
    for (const [kind, rows] of Object.entries(await sheets(bench))) {
      const person = await importer(bench, kind)
      const looked = await send(bench, person, kind, rows, { check: true })
      const taken = await send(bench, person, kind, rows, { check: false, seen: looked.seen })
      lines.push({
        work: kind.replaceAll('_', ' '),
        figure: `preview ${ms(looked.ms)}, import ${ms(taken.ms)}`,
        target: `≤ ${MINUTE_MS / 1000} s each`,
        met: Math.max(looked.ms, taken.ms) <= MINUTE_MS,
      })
    }
    return lines
  },
}

/** Sheets of all kinds that make records, for products and customers of the company. */
async function sheets(bench: Bench): Promise<Record<string, Row[]>> {
  const { sql } = bench.direct
  const { id, today } = bench.company
  const products = await sql<{ code: string }[]>`
    select material_code as code from public.products where project_id = ${id} and status = 'active' limit 500`
  const customers = await sql<{ name: string }[]>`
    select min(name) as name from public.customers where project_id = ${id} and approval_status = 'approved'
    group by lower(name) having count(*) = 1 limit 500`
  const [agent] = await sql<{ email: string }[]>`
    select email from public.profiles where user_id = ${bench.company.agent}`
  const count = bench.smoke ? 50 : ROWS
  const tag = randomUUID().slice(0, 8)
  const make = (row: (n: number, first: boolean) => Row) =>
    Array.from({ length: count }, (_, n) => row(n, n % LINES === 0))
  const document = (n: number) => `${tag}-${Math.floor(n / LINES)}`
  const customer = (n: number) => customers[n % customers.length]!.name
  const line = (n: number) => ({
    material_code: products[(n * 7) % products.length]!.code,
    quantity: '1',
  })
  return {
    products: make((n) => ({
      ...{ description: `Imported ${tag} ${n}`, material_code: `${tag}-${n}`, case_config: '12' },
      ...{ def_cost: '96.25/cs', def_srp: '120/cs' },
    })),
    opening_stock: make((n) => ({
      ...{ material_code: `${tag}-${n}`, quantity: '24', cost: '96.25/cs', on_date: today },
    })),
    product_changes: make((n) => ({ material_code: `${tag}-${n}`, def_srp: '121.50/cs' })),
    customers: make((n) => ({
      ...{ name: `Imported ${tag} ${n}`, agent: agent!.email, store_name: `Store ${tag} ${n}` },
    })),
    customer_changes: make((n) => ({ customer: `Imported ${tag} ${n}`, area: 'Antipolo' })),
    payees: make((n) => ({ fname: `Imported ${tag} ${n}`, account_no: `0012-${n}` })),
    purchases: make((n, first) => ({
      ...{ po_no: document(n), ...line(n), cost: '96.25/12' },
      ...(first && { supplier: 'Luzon Beverage', date_added: today }),
    })),
    bookings: make((n, first) => ({
      ...{ order_no: document(n), ...line(n), agent_srp: '9999' },
      ...(first && { customer: customer(n / LINES), date_added: today }),
    })),
    open_invoices: make((n) => ({
      ...{ customer: customer(n), invoice_no: `${tag}-${n}`, invoice_date: today },
      amount: '100.50',
    })),
    receipts: make((n) => ({
      ...{ cr_no: `${tag}-${n}`, customer: customer(n), date_collected: today },
      ...{ amount: '100', means: 'cash' },
    })),
  }
}

/** Finds a member of the company who may import a kind. */
async function importer({ direct: { sql }, company: { id } }: Bench, kind: string) {
  const [row] = await sql<{ user_id: string }[]>`
    select m.user_id from public.memberships m join private.role_permissions r on r.role = m.role
    where m.project_id = ${id} and m.status = 'active' and r.permission = private.import_permission(${kind})
    order by r.scope, m.role limit 1`
  if (!row) throw new Error(`Nobody imports ${kind}.`)
  return row.user_id
}

/**
 * Sends a sheet, and returns the milliseconds of the call and the mark of what was shown, which an import of changes asks
 * for. @throws what the sheet is refused for.
 */
async function send(
  { direct, company: { id } }: Bench,
  person: string,
  kind: string,
  rows: Row[],
  { check, seen }: { check: boolean; seen?: string },
): Promise<{ ms: number; seen?: string }> {
  const began = performance.now()
  const sheet = JSON.stringify({ file_name: 'bench.xlsx', rows, seen }).replaceAll("'", "''")
  const [{ answer }] = (await direct.as(person, (ask) =>
    ask(`select public.import_${kind}('${id}', '${randomUUID()}', '${sheet}', ${check}) as answer`),
  )) as [{ answer: { errors: { row: number; message: string }[]; seen?: string } }]
  if (answer.errors.length > 0)
    throw new Error(`${kind}: ${JSON.stringify(answer.errors.slice(0, 3))}`)
  return { ms: performance.now() - began, seen: answer.seen ?? undefined }
}
