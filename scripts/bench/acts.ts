import { randomUUID } from 'node:crypto'
import type { Bench } from './context.ts'
import type { BenchCompany } from './database.ts'

const ROLES = ['finance admin', 'invoice admin', 'special access 1'] as const

type Role = (typeof ROLES)[number]

interface Made {
  id: string
  version: number
  total: string
}

/** Holds who and what the acts need in the largest company. */
export interface Setting {
  people: Record<Role, string>
  customers: string[]
  bank: string
}

export async function readSetting({ direct, company }: Bench): Promise<Setting> {
  const [row] = await direct.sql.unsafe(
    `select (select json_object_agg(m.role, m.user_id) from public.memberships m
         where m.project_id = $1 and m.status = 'active' and m.role = any ($2)) as people,
       array(select c.id from public.customers c where c.project_id = $1 and c.credit_line is null
         and c.approval_status = 'approved' order by c.sort_key limit 50) as customers,
       (select b.id from public.banks b where b.project_id = $1 and b.status = 'active' order by b.sort_key limit 1) as bank`,
    [company.id, [...ROLES]],
  )
  return row as unknown as Setting
}

/** Returns five lines of a booking; `start` chooses their products. */
export function linesOf({ products }: BenchCompany, start: number) {
  const first = start % Math.max(1, products.length - 5)
  return products
    .slice(first, first + 5)
    .map(({ id, srp }) => ({ product_id: id, quantity: 1, agent_srp: srp }))
}

let serial = 0

/** Takes a booking through all acts, from the entry to the cleared cheque; `watch` runs each. */
export async function trade(
  bench: Bench,
  setting: Setting,
  watch: (work: string, run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { company, direct } = bench
  const { people } = setting
  const customer = setting.customers[serial % setting.customers.length]!
  const no = `B${Date.now()}${serial++}`
  const act = async (work: string, user: string, name: string, args: string): Promise<Made> => {
    const text = `select public.${name}('${company.id}', '${randomUUID()}', ${args}) as made`
    let made: Made | undefined
    await watch(work, async () => {
      const [row] = (await direct.act(user, text)) as [{ made: Made }]
      made = row.made
    })
    return made!
  }
  const booking = await act(
    'Enter',
    company.salesAdmin,
    'create_booking',
    json({
      customer_id: customer,
      date_added: company.today,
      lines: linesOf(company, serial),
    }),
  )
  const office = people['invoice admin']
  const at = ({ id, version }: Made) => `'${id}', ${version}`
  const valid = await act('Validate', company.salesAdmin, 'validate_booking', at(booking))
  const today = `'${company.today}'`
  const gone = await act('Deliver', office, 'deliver_booking', `${at(valid)}, ${today}`)
  await act('Invoice', office, 'set_invoice', `${at(gone)}, '${no}', ${today}`)
  const receipt = await act(
    'Collect by cheque, with allocation',
    people['finance admin'],
    'record_collection',
    json({
      ...{ customer_id: customer, collection_type: 'cheque', amount: booking.total, cr_no: no },
      ...{ date_collected: company.today, cheque_bank: 'Bank', cheque_no: no },
      cheque_date: company.today,
      allocations: [{ booking_id: booking.id, amount: booking.total }],
    }),
  )
  const { id, version } = await act(
    'Approve the receipt',
    people['special access 1'],
    'approve_collection',
    at(receipt),
  )
  const slip = { bank_id: setting.bank, slip_no: no, deposited_on: company.today, cash: '0' }
  await act(
    'Deposit the cheque',
    people['finance admin'],
    'deposit_cheque',
    json({ ...slip, cheques: [{ id, version }] }),
  )
  await act(
    'Clear the cheque',
    people['finance admin'],
    'clear_cheque',
    `'${id}', ${version + 1}, ${today}`,
  )
}

const json = (value: unknown) => `'${JSON.stringify(value)}'`
