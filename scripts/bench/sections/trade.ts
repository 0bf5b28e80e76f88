import { randomUUID } from 'node:crypto'
import type { HttpClient } from '../../../tools/http-client.ts'
import { linesOf } from '../acts.ts'
import type { Bench, BenchSection } from '../context.ts'
import { openDirect } from '../database.ts'
import { aSecond, type Line, median, ms, p95, sample } from '../measure.ts'
import { signedIn } from '../server.ts'

const ENTER_MS = 30
const A_SECOND = 120
const ALONE_MS = 2.5
const ALONE_A_SECOND = 400
const CLIENTS = 8
const SPAN_MS = 8000
/** Is the version of a newly entered booking. */
const ENTERED = 1

/** Measures entry and validation of a booking of five lines, as the forms send it. */
export const tradeSection: BenchSection = {
  name: 'trade',
  title: 'Create and validate a booking of 5 lines',
  about:
    'Two form posts over HTTP: the entry form, then the command "validate" on the booking, each time for another customer. The limit is the same two SQL functions on a direct connection as the owner, without row-level security.',
  async run(bench) {
    const seller = await signedIn(bench.server.origin, 'sales-admin@p1.bench.test')
    const one = await sample(bench.times(60), () => enter(bench, seller))
    const limit = await sample(bench.times(60), () => enterDirectly(bench, bench.direct))
    const span = bench.smoke ? 200 : SPAN_MS
    const eight = await aSecond(CLIENTS, span, () => enter(bench, seller))
    const direct = openDirect(bench.url, CLIENTS)
    const bare = await aSecond(CLIENTS, span, () => enterDirectly(bench, direct)).finally(
      direct.close,
    )
    const lines: Line[] = [
      {
        work: 'One after the other',
        figure: `${ms(median(one))}, p95 ${ms(p95(one))}`,
        limit: ms(median(limit)),
        ratio: median(one) / median(limit),
        target: `p95 ≤ ${ENTER_MS} ms`,
        met: p95(one) <= ENTER_MS,
      },
      {
        work: `${CLIENTS} clients at once, one company`,
        figure: `${eight.toFixed(0)} a second`,
        limit: `${bare.toFixed(0)} a second`,
        ratio: bare / eight,
        target: `≥ ${A_SECOND} a second`,
        met: eight >= A_SECOND,
      },
      {
        work: 'SQL alone, one after the other',
        figure: ms(median(limit)),
        target: `≤ ${ALONE_MS} ms`,
        met: median(limit) <= ALONE_MS,
      },
      {
        work: `SQL alone, ${CLIENTS} clients at once`,
        figure: `${bare.toFixed(0)} a second`,
        target: `≥ ${ALONE_A_SECOND} a second`,
        met: bare >= ALONE_A_SECOND,
      },
    ]
    return lines
  },
}

let entered = 0

function nextCustomer({ company: { customers } }: Bench): string {
  return customers[entered++ % customers.length]!
}

const anyLines = ({ company }: Bench) =>
  linesOf(company, Math.floor(Math.random() * company.products.length))

/** Enters and validates one booking as a user. @throws when either is refused. */
async function enter(bench: Bench, seller: HttpClient): Promise<void> {
  const { id: project, today } = bench.company
  const customer = nextCustomer(bench)
  const typed = anyLines(bench).flatMap((line, index) =>
    Object.entries(line).map(([name, value]) => [`lines[${index}].${name}`, String(value)]),
  )
  const entered = await seller.post('/sales/bookings/add', {
    project,
    idempotencyKey: randomUUID(),
    customer_id: customer,
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

async function enterDirectly(bench: Bench, direct: Bench['direct']): Promise<void> {
  const { id: project, today, salesAdmin } = bench.company
  const customer = nextCustomer(bench)
  const booking = JSON.stringify({
    customer_id: customer,
    date_added: today,
    lines: anyLines(bench),
  })
  const [row] = (await direct.act(
    salesAdmin,
    `select public.create_booking('${project}', '${randomUUID()}', '${booking}') ->> 'id' as id`,
  )) as [{ id: string }]
  await direct.act(
    salesAdmin,
    `select public.validate_booking('${project}', '${randomUUID()}', '${row.id}', ${ENTERED})`,
  )
}
