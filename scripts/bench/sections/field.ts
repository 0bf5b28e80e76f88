import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Have, Snapshot } from '../../../app/platform/field/copy.ts'
import { HttpClient } from '../../../tools/http-client.ts'
import type { Put } from '../act.ts'
import { PASSWORD } from '../load.ts'
import type { Side } from '../side.ts'
import { type Run, type Section, timed, type Work } from '../work.ts'

const PHONES = 200
const SPAN_MS = 60_000

const FIRST = 'First download of an agent'
const REFRESH = 'Refresh without a change'
const CROWD = `Refresh of ${PHONES} phones in a minute, each`

/** Measures the copy of data that phones keep: a first download, a refresh, and the refreshes of a morning. */
export const field: Section = {
  name: 'field',
  title: 'Phones of the field',
  about: `Agents of the largest company. A refresh sends the hashes of what the phone has, after a first download. ${PHONES} phones, each with a session of its own, refresh within ${SPAN_MS / 1000} seconds, at even distances. Phones, web server and PostgreSQL share the cores.`,
  works: (run) => [workOf(run)],
}

const workOf = ({ smoke }: Run): Work => ({
  rows: [
    { name: FIRST, target: 5000 },
    { name: REFRESH, target: 300 },
    { name: CROWD, target: 1000, p95: true },
  ],
  times: 1,
  warmUp: 0,
  open: async (side) => {
    const emails = await agentsOf(side)
    const [phones, span] = smoke ? [4, 400] : [PHONES, SPAN_MS]
    return async (put) => {
      const copies = new Map<string, Have>()
      const made: Phone[] = []
      for (let n = 0; n < phones; n++) {
        const email = emails[n % emails.length]!
        const phone = await Phone.open(side.server.origin, email)
        // An older version has no app for the field.
        if (!phone) return
        const known = copies.get(email)
        if (known) phone.have = known
        else {
          await timed(put, FIRST, () => phone.refresh())
          copies.set(email, phone.have)
          await timed(put, REFRESH, () => phone.refresh())
        }
        made.push(phone)
      }
      await crowd(made, span, put)
    }
  },
})

const agentsOf = async ({ direct, company }: Side): Promise<string[]> => {
  const found = await direct.sql<{ email: string }[]>`
    select p.email from public.memberships m join public.profiles p on p.user_id = m.user_id
    where m.project_id = ${company.id} and m.role = 'Agent' order by p.email`
  return found.map(({ email }) => email)
}

async function crowd(phones: readonly Phone[], span: number, put: Put): Promise<void> {
  await Promise.all(
    phones.map(async (phone, n) => {
      await sleep((n * span) / phones.length)
      await timed(put, CROWD, () => phone.refresh())
    }),
  )
}

/** The app on a phone, as far as the web server sees it. */
class Phone {
  have: Have = {}

  private constructor(
    private readonly client: HttpClient,
    private readonly project: string,
  ) {}

  /** Signs a phone in; null where the server has no app for the field. */
  static async open(origin: string, email: string): Promise<Phone | null> {
    const client = new HttpClient(origin, { 'accept-encoding': 'gzip, deflate, br' })
    const form = { email, password: PASSWORD, device: randomUUID(), name: 'Bench' }
    const response = await send(client, 'sign-in', form)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status}`)
    const { companies } = (await response.json()) as { companies: { id: string }[] }
    return new Phone(client, companies[0]!.id)
  }

  /** Asks for the copy until it is whole, as the app does. */
  async refresh(): Promise<void> {
    const { project } = this
    const contact = { version: 'bench', waiting: 0 }
    for (let complete = false; !complete; ) {
      const response = await send(this.client, 'snapshot', { project, have: this.have, contact })
      if (!response.ok) throw new Error(`The copy was not answered: ${response.status}`)
      const answer = (await response.json()) as Snapshot
      this.have = Object.fromEntries(
        Object.entries(answer.parts).map(([part, blocks]) => [
          part,
          Object.fromEntries(
            Object.entries(blocks).flatMap(([block, { hash, rows }]) =>
              rows || this.has(part, block, hash) ? [[block, hash]] : [],
            ),
          ),
        ]),
      )
      complete = answer.complete
    }
  }

  private has(part: string, block: string, hash: string): boolean {
    return this.have[part as keyof Have]?.[block] === hash
  }
}

const send = (client: HttpClient, name: string, body: object) =>
  client.send(
    `/field/api/${name}`,
    { method: 'POST', body: JSON.stringify(body) },
    { 'content-type': 'application/json' },
  )
