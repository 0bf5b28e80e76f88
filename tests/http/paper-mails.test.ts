import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { readOutbox } from '../support/outbox.ts'
import { readPdf } from '../support/pdf.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1] ?? ''

it('sends a paper as PDF with the letterhead, to be answered to its sender', async () => {
  const to = 'buyer@store.test'
  const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
  const list = await (await client.get('/sales/bookings?stage=delivered')).text()
  const [, id] = /href="\/sales\/bookings\/([0-9a-f-]{36})\?[^"]*at=/.exec(list)!
  const share = `/share/invoice/${id}`
  const form = await (await client.get(share)).text()
  const sent = await client.post(share, {
    ...{ project: fieldOf(form, 'project'), idempotencyKey: randomUUID(), intent: 'mail' },
    ...{ recipients: `${to}; second@store.test`, subject: 'Your invoice' },
    note: 'Good day,\n\nhere it is.',
  })
  expect(sent.status).toBe(302)
  const mails = () => readOutbox(server.folder).filter((mail) => mail.to.includes(to))
  // A server asks for jobs once a minute.
  await expect.poll(() => mails().length, { timeout: 100_000, interval: 500 }).toBe(1)
  const [mail] = mails()
  expect(mail).toMatchObject({
    ...{ to: `${to}, second@store.test`, replyTo: 'owner@demo.test', subject: 'Your invoice' },
    messageId: expect.stringMatching(/^<paper-[0-9a-f-]{36}@/),
    text: expect.stringContaining('Good day,\n\nhere it is.'),
    file: { name: expect.stringMatching(/^Invoice SI-\d+\.pdf$/), type: 'application/pdf' },
  })
  const [sheet] = await readPdf(Buffer.from(mail!.file!.content, 'base64'))
  expect(sheet!.lines.join('\n')).toContain('Amount due')
  const page = await (await client.get(share)).text()
  expect(page).toContain(`E-mail to ${to}, second@store.test`)
  // The same addresses are proposed next time.
  expect(fieldOf(page, 'recipients')).toBe(`${to}, second@store.test`)
}, 150_000)
