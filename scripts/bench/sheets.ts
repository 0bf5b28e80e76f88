import { randomUUID } from 'node:crypto'
import type { Side } from './side.ts'

const LINES = 5

type Row = Record<string, string>

/** Makes sheets of all kinds that make records, with so many rows each, for products and customers of the company. */
export async function sheetsOf(
  { direct: { sql }, company }: Side,
  count: number,
): Promise<Record<string, Row[]>> {
  const { id, today } = company
  const products = await sql<{ code: string }[]>`
    select material_code as code from public.products where project_id = ${id} and status = 'active' limit 500`
  const customers = await sql<{ name: string }[]>`
    select min(name) as name from public.customers where project_id = ${id} and approval_status = 'approved'
    group by lower(name) having count(*) = 1 limit 500`
  const [agent] = await sql<{ email: string }[]>`
    select email from public.profiles where user_id = ${company.agent}`
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

/** Is what an import answers. `seen` marks what was shown, which an import of changes asks for. */
interface Answer {
  errors: { row: number; message: string }[]
  seen?: string
  id?: string
  version?: number
}

interface Sending {
  check: boolean
  seen?: string
}

/** Sends a sheet as the screen does, as somebody who may. @throws what the sheet is refused for. */
export async function send(
  side: Side,
  person: string,
  kind: string,
  rows: readonly Row[],
  { check, seen }: Sending,
): Promise<Answer> {
  const { direct, company } = side
  const sheet = JSON.stringify({ file_name: 'bench.xlsx', rows, seen }).replaceAll("'", "''")
  const [{ answer }] = (await direct.as(
    person,
    `select public.import_${kind}('${company.id}', '${randomUUID()}', '${sheet}', ${check}) as answer`,
  )) as [{ answer: Answer }]
  if (answer.errors.length > 0)
    throw new Error(`${kind}: ${JSON.stringify(answer.errors.slice(0, 3))}`)
  return answer
}

/** Finds a member of the company who may import a kind. */
export async function importer(
  { direct: { sql }, company: { id } }: Side,
  kind: string,
): Promise<string> {
  const [row] = await sql<{ user_id: string }[]>`
    select m.user_id from public.memberships m join private.role_permissions r on r.role = m.role
    where m.project_id = ${id} and m.status = 'active' and r.permission = private.import_permission(${kind})
    order by r.scope, m.role limit 1`
  if (!row) throw new Error(`Nobody imports ${kind}.`)
  return row.user_id
}
