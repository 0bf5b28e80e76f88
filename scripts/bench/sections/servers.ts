import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpClient } from '../../../tools/http-client.ts'
import type { Bench, BenchSection } from '../context.ts'
import { type Line, median, ms, sample } from '../measure.ts'
import { page, signedIn, startBenchServer } from '../server.ts'

/** Runs two web servers behind one address: state kept in one of them would be missing in the other. */
export const servers: BenchSection = {
  name: 'servers',
  title: 'Two web servers behind one address',
  about:
    'Requests go to the one and the other in turn, on one database with one data folder. Sessions are made on one and used on both.',
  async run(bench) {
    const pair = await startPair(bench)
    try {
      const owner = await signedIn(pair.origin, 'owner@p1.bench.test')
      const seen = await sample(bench.times(40), () => page(owner, '/search?q=SO-000500'))
      const lines: Line[] = [
        {
          work: 'Pages in turn with one session',
          figure: `${seen.length} of ${seen.length}, ${ms(median(seen))} each`,
          target: 'all answered, by both',
          met: pair.served.every((count) => count > 1),
          note: `${pair.served.join(' and ')} requests`,
        },
        told('The same form sent to both', await sentTwice(bench, pair), 'one booking'),
        told('Wrong passwords, in turn', await throttled(pair.origin), 'refused from the 11th on'),
        told('Signed out on one', await signedOut(pair), 'signed out on the other'),
      ]
      return lines
    } finally {
      await pair.stop()
    }
  },
}

const told = (work: string, figure: string, target: string): Line => ({
  work,
  figure,
  target,
  met: figure === target,
})

/** Starts two servers, and an address that passes requests to them in turn. */
async function startPair({ url }: Bench) {
  const balancer = http.createServer()
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
  const env = { DATABASE_URL: url, APP_ORIGIN: origin }
  const first = await startBenchServer(env)
  const second = await startBenchServer(env, first.folder)
  const servers = [first, second] as const
  const served = [0, 0]
  let turn = 0
  balancer.on('request', (request, response) => {
    const at = turn++ % 2
    served[at]!++
    const passed = http.request(
      `${servers[at]!.origin}${request.url}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  return {
    origin,
    servers,
    served,
    async stop() {
      balancer.close()
      balancer.closeAllConnections()
      await second.stop()
      await first.stop()
    },
  }
}

type Pair = Awaited<ReturnType<typeof startPair>>

/** Signs in at the first server, and takes the same cookies to the second. */
async function onBoth({ origin, servers: [first, second] }: Pair, email: string) {
  const here = await signedIn(first.origin, email, origin)
  const there = new HttpClient(second.origin)
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  return { here, there }
}

async function sentTwice({ company, direct }: Bench, pair: Pair) {
  const { here, there } = await onBoth(pair, 'sales-admin@p1.bench.test')
  const remarks = randomUUID()
  const form = {
    project: company.id,
    idempotencyKey: randomUUID(),
    customer_id: company.customer,
    date_added: company.today,
    remarks,
    'lines[0].product_id': company.products[0]!.id,
    'lines[0].quantity': '1',
    'lines[0].agent_srp': company.products[0]!.srp,
  }
  const send = async (client: HttpClient) =>
    (await client.post('/sales/bookings/add', form, { origin: pair.origin })).headers.get(
      'location',
    )
  const [one, two] = await Promise.all([send(here), send(there)])
  const [row] = await direct.sql`
    select count(*)::int as entered from public.bookings where project_id = ${company.id} and remarks = ${remarks}`
  return one && one === two
    ? `${row!.entered === 1 ? 'one' : row!.entered} booking`
    : `${one}, ${two}`
}

async function throttled(origin: string): Promise<string> {
  const email = `nobody-${randomUUID()}@p1.bench.test`
  for (let attempt = 1; attempt <= 12; attempt++) {
    const answer = await (await new HttpClient(origin).signIn(email, 'wrong')).text()
    if (answer.includes('Too many attempts')) return `refused from the ${attempt}th on`
  }
  return 'never refused'
}

async function signedOut(pair: Pair): Promise<string> {
  const { here, there } = await onBoth(pair, 'finance-admin@p1.bench.test')
  const before = (await there.get('/home')).status
  await here.post('/signout', {}, { origin: pair.origin })
  const after = (await there.get('/home')).status
  return before === 200 && after === 302 ? 'signed out on the other' : `${before}, then ${after}`
}
