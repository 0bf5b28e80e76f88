import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { HttpClient, withoutIds } from '../../tools/http-client.ts'
import { askFor, newLink, newPerson } from '../support/links.ts'
import { mailsTo, outboxAt, readOutbox } from '../support/outbox.ts'
import { startOwnServer, testServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'

describe('asking for a link', () => {
  const server = testServer()
  const told = async (response: Response, email: string) => ({
    status: response.status,
    body: withoutIds((await response.text()).replaceAll(email, 'EMAIL')),
    cookies: response.headers.getSetCookie(),
  })

  it('for a forgotten password reads the same for every address', async () => {
    const known = 'expenses-and-disbursements@demo.test'
    const unknown = 'nobody@demo.test'
    const response = await askFor(server, 'recovery', known)
    const body = await response.clone().text()
    expect(body.replaceAll('<!-- -->', '')).toContain(
      `Reset password link is sent to your email ${known}.`,
    )
    expect(await told(await askFor(server, 'recovery', unknown), unknown)).toEqual(
      await told(response, known),
    )
    await mailsTo(server.folder, known, 1)
    expect(readOutbox(server.folder).filter(({ to }) => to === unknown)).toEqual([])
  })

  it('for a new account reads the same for every address', async () => {
    const fresh = 'waits@new.test'
    await newPerson(server, fresh)
    const answers = []
    // Three addresses get no mail: one that got a mail less than a minute ago, one that is
    // confirmed, one without an account.
    for (const email of [fresh, 'special-access-1@demo.test', 'no-such@demo.test'])
      answers.push(await told(await askFor(server, 'signup', email), email))
    expect(answers[0]!.status).toBe(200)
    expect(answers[0]!.body).toContain('EMAIL')
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(readOutbox(server.folder).filter(({ to }) => to === fresh)).toHaveLength(1)
  })

  it('is refused after five times, with an account or without', async () => {
    for (const email of ['general-manager@demo.test', 'ghost@demo.test']) {
      const answers = []
      for (let n = 0; n < 6; n++)
        answers.push(await (await askFor(server, n % 2 ? 'signup' : 'recovery', email)).text())
      expect(answers.map((body) => body.includes('Too many attempts.'))).toEqual([
        ...Array(5).fill(false),
        true,
      ])
    }
  })

  it('takes an address only', async () => {
    const response = await askFor(server, 'recovery', 'not an address')
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Email address is in bad format.')
  })
})

describe('the outbox', () => {
  const server = testServer()

  it('says when it is empty, and has its icon', async () => {
    rmSync(path.join(server.folder, 'outbox'), { recursive: true, force: true })
    const body = await (
      await new HttpClient(server.origin).get(await outboxAt(server.folder))
    ).text()
    expect(body).toContain('No e-mail yet')
    const icon = /<link rel="icon" href="([^"]+)"/.exec(body)![1]!
    expect((await new HttpClient(server.origin).get(icon)).status).toBe(200)
  })

  it('shows the newest first, in a frame that may do nothing, with the text and its link', async () => {
    await newLink(server, 'recovery', 'owner@demo.test')
    const link = await newLink(server, 'recovery', 'sales-admin@demo.test')
    const body = await (
      await new HttpClient(server.origin).get(await outboxAt(server.folder))
    ).text()
    expect(body.indexOf('To <b>sales-admin@demo.test')).toBeGreaterThan(0)
    expect(body.indexOf('To <b>owner@demo.test')).toBeGreaterThan(
      body.indexOf('To <b>sales-admin@demo.test'),
    )
    const frames = body.match(/<iframe [^>]*>/g)!
    expect(frames).toHaveLength(2)
    for (const frame of frames) {
      expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
      expect(frame).toContain('srcdoc="&#60;!doctype html&#62;')
    }
    expect(body).not.toContain('<script')
    const shown = /<a href="([^"]+)"/.exec(body)![1]!.replaceAll('&#38;', '&')
    expect(new URL(shown).pathname + new URL(shown).search).toBe(link)
  })
})

describe('with a mail server', () => {
  it('both parts are sent, and nothing is kept', async () => {
    const smtp = await startSmtp()
    const server = await startOwnServer({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Kalakal <k@kalakal.test>',
    })
    try {
      rmSync(path.join(server.folder, 'outbox'), { recursive: true, force: true })
      await askFor(server, 'recovery', 'owner@demo.test')
      await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(1)
      const [mail] = smtp.mails
      expect(mail).toMatch(/^From: Kalakal <k@kalakal\.test>\r$/m)
      expect(mail).toMatch(/^To: owner@demo\.test\r$/m)
      expect(mail).toMatch(/^Subject: Choose a new Kalakal password\r$/m)
      expect(mail).toMatch(/^Content-Type: multipart\/alternative;/m)
      expect(mail!.indexOf('Content-Type: text/plain')).toBeGreaterThan(0)
      expect(mail!.indexOf('Content-Type: text/html')).toBeGreaterThan(
        mail!.indexOf('Content-Type: text/plain'),
      )
      expect(readOutbox(server.folder)).toEqual([])
      // Without an outbox, /outbox is like any unknown address: the sign-in, or not found.
      expect([302, 404]).toContain((await new HttpClient(server.origin).get('/outbox')).status)
    } finally {
      await server.drop()
      smtp.close()
    }
  })

  it('the time of the answer does not tell whether there is an account when the mail server is silent', async () => {
    const smtp = await startSmtp({ silent: true })
    const server = await startOwnServer({ SMTP_URL: smtp.url })
    try {
      const known = await askFor(server, 'recovery', 'owner@demo.test')
      expect(known.status).toBe(200)
      expect(server.output()).not.toContain('A mail was not sent')
      // The log reports the lost mail.
      smtp.close()
      await expect.poll(() => server.output(), { timeout: 40_000 }).toContain('A mail was not sent')
    } finally {
      smtp.close()
      await server.drop()
    }
  })
})
