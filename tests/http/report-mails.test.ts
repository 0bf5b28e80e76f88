import xlsx from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportRows } from '../../app/platform/db/figures.ts'
import { formatMoney, money } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openDelivery } from '../../server/embedded-supabase/mail/delivery.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { readOutbox } from '../support/outbox.ts'
import { parsePage } from '../support/plain-dom.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const company = demoCompany(server, 'owner')
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

const TO = 'owner@demo.test'
/** All days of the demo. */
const SEARCH = 'level=agent&from=2020-01-01'

/** Fills the form as a browser without scripts does. */
async function schedule(client: HttpClient): Promise<Response> {
  const page = await (await client.get(`/report_mails/sales?${SEARCH}`)).text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!
  const boxes = page
    .match(/<input[^>]*name="recipients"[^>]*>/g)!
    .filter((box) => / checked/.test(box))
  expect(boxes).toHaveLength(1)
  expect(page).toContain('SMTP_URL')
  return client.post(`/report_mails/sales?${SEARCH}`, {
    project: hidden('project'),
    idempotencyKey: hidden('idempotencyKey'),
    when: 'day',
    hour: '6',
    recipients: /value="([^"]+)"/.exec(boxes[0]!)![1]!,
  })
}

/** Opens the form of a schedule, which has its values, and saves others. */
async function expectEdited(client: HttpClient, schedule: string): Promise<void> {
  const address = `/report_mails/${schedule}/edit`
  const page = parsePage(await (await client.get(address)).text())
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const chosen = (name: string) =>
    page
      .querySelector(`[name="${name}"] option[selected], [name="${name}"][checked]`)!
      .getAttribute('value')!
  expect([chosen('when'), chosen('hour')]).toEqual(['day', '6'])
  const sent = {
    project: field('project').getAttribute('value')!,
    idempotencyKey: field('idempotencyKey').getAttribute('value')!,
    recipients: chosen('recipients'),
    hour: '7',
  }
  const refused = await client.post(address, { ...sent, when: 'never' })
  expect(refused.status).toBe(422)
  const saved = await client.post(address, { ...sent, when: 'day' })
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/report_mails'])
  expect((await (await client.get('/report_mails')).text()).replaceAll('<!-- -->', '')).toContain(
    'every day at 07:00',
  )
}

describe.runIf(hasPostgres())('a scheduled report', () => {
  it('comes as Excel with the total of the report, and is stopped on the list', async () => {
    const client = await HttpClient.signedIn(server.origin, TO)
    const sent = await schedule(client)
    expect([sent.status, sent.headers.get('location')]).toEqual([302, '/report_mails'])
    await owner.unsafe(`update public.report_schedules set next_at = now() - interval '1 minute'`)
    const mails = () => readOutbox(server.folder).filter(({ to, file }) => to === TO && file)
    // A server asks for jobs once a minute.
    await expect.poll(() => mails().length, { timeout: 100_000, interval: 500 }).toBe(1)
    const [mail] = mails()
    expect(mail!.subject).toContain('Sales report')
    expect(mail!.messageId).toMatch(/^<report-[0-9a-f-]{36}@/)
    expect(mail!.text).toContain('You get this because you scheduled it, every day at 06:00')
    expect(mail!.text).toMatch(/^http:\S+\/report_mails$/m)
    const link = new URL(/https?:\S+\/reports_sales\?\S+/.exec(mail!.text)![0])
    expect((await client.get(link.pathname + link.search)).status).toBe(200)

    const filters = Object.fromEntries(link.searchParams)
    const read = async (level: string) =>
      reportRows(
        await company.db().rpc('report_sales', {
          p_project: DEMO_ID,
          p_filters: { ...filters, level },
        }),
      )
    const [rows, [total]] = [await read('agent'), await read('total')]
    expect(Number(total!.net)).toBeGreaterThan(0)
    expect(mail!.text).toContain(formatMoney(money(total!.net)))
    const book = xlsx.read(Buffer.from(mail!.file!.content, 'base64'))
    const cells = xlsx.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
    })
    const head = cells.findIndex((row) => row.includes('Agent'))
    const net = cells[head]!.findIndex((name) => /^net( sales)?$/i.test(String(name)))
    const lines = cells.slice(head + 1).filter((row) => row.length > 0)
    expect(lines).toHaveLength(rows.length + 1)
    expect(Number(lines.at(-1)![net])).toBeCloseTo(Number(total!.net), 2)

    const list = await (await client.get('/report_mails')).text()
    expect(list).toContain('Sales report')
    expect(list.replaceAll('<!-- -->', '')).toMatch(/: sent \d/)
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(list)![1]!
    await expectEdited(client, hidden('schedule'))
    const stopped = await client.post('/report_mails', {
      ...{ project: hidden('project'), idempotencyKey: hidden('idempotencyKey') },
      ...{ intent: 'remove', schedule: hidden('schedule') },
    })
    expect(stopped.status).toBe(302)
    expect(await (await client.get('/report_mails')).text()).toContain('No scheduled e-mails yet')
  }, 150_000)
})

it('goes through a mail server with its file, and with the same id when it is sent again', async () => {
  const smtp = await startSmtp()
  try {
    const deliver = openDelivery({ smtpUrl: smtp.url, mailFrom: 'k@kalakal.test', folder: null })
    const content = new TextEncoder().encode('rows')
    const file = { name: 'Sales.xlsx', type: 'application/octet-stream', content }
    const words = { to: TO, subject: 'Sales', html: '<p>Net</p>', text: 'Net' }
    for (let n = 0; n < 2; n++) await deliver({ ...words, messageId: '<report-1@k.test>', file })
    expect(smtp.mails).toHaveLength(2)
    for (const mail of smtp.mails) {
      expect(mail).toMatch(/^Message-ID: <report-1@k\.test>\r$/m)
      expect(mail).toMatch(/^Content-Disposition: attachment; filename=Sales\.xlsx\r$/m)
      expect(mail).toContain(Buffer.from(content).toString('base64'))
    }
  } finally {
    smtp.close()
  }
})
