import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney, money } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { readOutbox } from '../support/outbox.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const company = demoCompany(server, 'owner')
let database: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) database = connect(server)
})
afterAll(() => database?.end())

const TO = 'owner@demo.test'
const mails = (id: string) =>
  readOutbox(server.folder).filter(({ to, messageId }) => to === TO && messageId?.startsWith(id))
/** A server asks for jobs once a minute. */
const arrives = (id: string) =>
  expect.poll(() => mails(id).length, { timeout: 140_000, interval: 500 }).toBe(1)

describe.runIf(hasPostgres())('mails of the app', () => {
  it('tell in one what has happened, with a link to the list', async () => {
    // The morning of the demo has some of its own.
    await database.unsafe('delete from public.notifications')
    await database.unsafe(
      `insert into public.notifications (project_id, user_id, kind, document_kind, document_id, document_no, party, amount,
         in_app, by_mail, by_push, created_at)
       select '${DEMO_ID}', u.user_id, 'cheque_returned', 'collection', c.receipt_id, c.cr_no, 'Store', c.amount, true, true, false,
         now() - interval '2 minutes'
       from public.profiles u, (select * from public.collections where project_id = '${DEMO_ID}' and part_no = 1 order by id limit 2) c
       where u.email = '${TO}'`,
    )
    await arrives('<notification-')
    const [mail] = mails('<notification-')
    expect(mail!.subject).toContain('2 notifications')
    expect(mail!.text.match(/^Cheque returned: .*PHP/gm)).toHaveLength(2)
    const client = await HttpClient.signedIn(server.origin, TO)
    for (const [, path] of mail!.text.matchAll(/^http:\/\/[^/]+(\/\S+)$/gm))
      expect((await client.get(path!)).status).toBe(200)
  }, 180_000)

  it('give the owner the figures of Home', async () => {
    await database.unsafe(
      `insert into private.jobs (kind, project_id, run_at, due_at, person_id)
       select 'digest_mail', '${DEMO_ID}', now(), now(), user_id from public.profiles where email = '${TO}'`,
    )
    await expect
      .poll(() => mails('<digest-').length, { timeout: 140_000, interval: 500 })
      .toBeGreaterThan(0)
    const [mail] = mails('<digest-')
    const { data: day } = await company.db().rpc('home_day', { p_project: DEMO_ID })
    const { data: overview } = await company.db().rpc('home_overview', { p_project: DEMO_ID })
    const home = day as unknown as Record<'sales' | 'collections', { month: string }> & {
      receivables: { overdue: string }
      waiting: { items: number }[]
    }
    const { cash, targets } = overview as unknown as {
      cash: { office: string; banks: string }
      targets: Record<string, string>
    }
    const php = (amount: string) => formatMoney(money(amount), 'PHP')
    for (const [label, amount] of [
      ['Sales this month', home.sales.month],
      ['Collections this month', home.collections.month],
      ['Overdue', home.receivables.overdue],
    ] as const)
      expect(mail!.text).toContain(`${label} ${php(amount)}\n`)
    expect(mail!.text).toContain(`Office ${php(cash.office)}, banks ${php(cash.banks)}`)
    expect(mail!.text).toContain(
      `of the target of ${php(Object.entries(targets).sort().at(-1)![1])}`,
    )
    const [returned] = await database.unsafe(
      `select count(*)::int as n, sum(amount)::text as amount from public.collections
       where project_id = '${DEMO_ID}' and approval_status = 'approved' and cheque_state = 'returned'`,
    )
    expect(mail!.text).toContain(
      returned!.n === 0
        ? 'Returned cheques None'
        : `Returned cheques Cheques: ${returned!.n}, ${php(returned!.amount)}`,
    )
    for (const { items } of home.waiting) expect(mail!.text).toMatch(new RegExp(`: ${items}\\b`))
  }, 180_000)
})
