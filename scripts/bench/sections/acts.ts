import { randomUUID } from 'node:crypto'
import type { HttpClient } from '../../../tools/http-client.ts'
import { crowded } from '../measure.ts'
import { signedIn } from '../server.ts'
import type { Side } from '../side.ts'
import { type Section, timed, type Work } from '../work.ts'

const ROLES = ['finance admin', 'invoice admin', 'special access 1'] as const

/** The acts in order, each with the statement of its function: what is in braces is filled in. */
const ACTS = [
  'Enter',
  'Validate',
  'Deliver',
  'Invoice',
  'Collect by cheque, with allocation',
  'Approve the receipt',
  'Deposit the cheque',
  'Clear the cheque',
] as const
const ACT_MS = 3
const FORM = 'Enter and validate over HTTP'
const CROWD = 'The same by eight clients at once, each'
const CLIENTS = 8
const SPAN_MS = 4000
/** Is the version of a newly entered booking. */
const ENTERED = 1

/** Measures entry and every act up to the cleared cheque. */
export const acts: Section = {
  name: 'acts',
  title: 'From the booking to the cleared cheque',
  about:
    'The SQL functions of a booking of five lines on a direct connection, each sent with the beginning and the end of its transaction as the data API does, one after the other, each time for another customer; then the two form posts that enter and validate a booking.',
  works: ({ smoke }) => [inSql, byForm, byForms(smoke ? 200 : SPAN_MS)],
}

const inSql: Work = {
  rows: ACTS.map((name) => ({ name, target: ACT_MS, noSlower: true })),
  times: 60,
  warmUp: 5,
  async open(side) {
    const { direct, company } = side
    const { people, customers, bank } = await readSetting(side)
    return async (put, n) => {
      const no = `B${Date.now()}${n}`
      const today = `'${company.today}'`
      const act = async (row: (typeof ACTS)[number], user: string, name: string, args: string) => {
        let made: Made | undefined
        const text = `select public.${name}('${company.id}', '${randomUUID()}', ${args}) as made`
        await timed(put, row, async () => {
          const [answer] = (await direct.unguarded(user, text)) as [{ made: Made }]
          made = answer.made
        })
        return made!
      }
      const at = ({ id, version }: Made) => `'${id}', ${version}`
      const customer = customers[n % customers.length]!
      const booking = await act(
        'Enter',
        company.salesAdmin,
        'create_booking',
        json({ customer_id: customer, date_added: company.today, lines: linesOf(side, n) }),
      )
      const valid = await act('Validate', company.salesAdmin, 'validate_booking', at(booking))
      const office = people['invoice admin']
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
      const slip = { bank_id: bank, slip_no: no, deposited_on: company.today, cash: '0' }
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
  },
}

const byForm: Work = {
  rows: [{ name: FORM, target: 30, p95: true, noSlower: true }],
  times: 60,
  warmUp: 30,
  async open(side) {
    const seller = await signedIn(side.server.origin, 'sales-admin@p1.bench.test')
    return (put, n) => timed(put, FORM, () => enter(side, seller, n))
  },
}

const byForms = (spanMs: number): Work => ({
  rows: [{ name: CROWD, target: 1000 / 120, noSlower: true }],
  times: 3,
  async open(side) {
    const seller = await signedIn(side.server.origin, 'sales-admin@p1.bench.test')
    return async (put) => put(CROWD, await crowded(CLIENTS, spanMs, (n) => enter(side, seller, n)))
  },
})

interface Made {
  id: string
  version: number
  total: string
}

/** Is who and what the acts need in the largest company. */
interface Setting {
  people: Record<(typeof ROLES)[number], string>
  customers: string[]
  bank: string
}

async function readSetting({ direct, company }: Side): Promise<Setting> {
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

/** Returns five lines of a booking; `n` chooses their products. */
function linesOf({ company: { products } }: Side, n: number) {
  const first = n % Math.max(1, products.length - 5)
  return products
    .slice(first, first + 5)
    .map(({ id, srp }) => ({ product_id: id, quantity: 1, agent_srp: srp }))
}

/** Enters and validates one booking as a user. @throws when either is refused. */
async function enter(side: Side, seller: HttpClient, n: number): Promise<void> {
  const { id: project, today, customers } = side.company
  const typed = linesOf(side, n).flatMap((line, index) =>
    Object.entries(line).map(([name, value]) => [`lines[${index}].${name}`, String(value)]),
  )
  const entered = await seller.post('/sales/bookings/add', {
    project,
    idempotencyKey: randomUUID(),
    customer_id: customers[n % customers.length]!,
    date_added: today,
    ...Object.fromEntries(typed),
  })
  const address = entered.headers.get('location')
  if (!address) throw new Error(`Not entered: ${entered.status} ${await entered.text()}`)
  const validated = await seller.post(address, {
    project,
    idempotencyKey: randomUUID(),
    intent: 'validate',
    version: String(ENTERED),
  })
  if (validated.status !== 302)
    throw new Error(`Not validated: ${validated.status} ${await validated.text()}`)
}

const json = (value: unknown) => `'${JSON.stringify(value)}'`
